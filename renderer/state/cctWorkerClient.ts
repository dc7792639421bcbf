import type { Calibration } from '../../shared/cct/cctTable.ts';
import type { ClockChoice } from '../../shared/ipc/engineApi.ts';
import type { FromCctWorker, ThreadChoice, ToCctWorker, TreeSnapshot } from '../worker/cctProtocol.ts';
import type { Problem } from './appState.ts';

/** The CCT worker as the window sees it. */
export interface CctWorkerClient {
  open(url: string): void;
  calibrate(calibration: Calibration, clock: ClockChoice): void;
  choose(thread: ThreadChoice): void;
  reset(): void;
  /** Tells what showing the last snapshot cost, so that the next ones leave the page time. */
  shown(costMs: number): void;
  /** Resolves when everything that has arrived is handed over. */
  flush(): Promise<void>;
  close(): void;
}

export interface CctWorkerEvents {
  onSnapshot(snapshot: TreeSnapshot): void;
  onProblem(problem: Omit<Problem, 'id'>): void;
}

/** One worker per attached session; `close` ends it, and with it the HTTP stream. */
export function startCctWorker(workerUrl: string, events: CctWorkerEvents): CctWorkerClient {
  const worker = new Worker(workerUrl, { type: 'module' });
  const flushes = new Map<number, () => void>();
  let nextFlush = 1;
  const send = (message: ToCctWorker): void => worker.postMessage(message);

  const releaseFlushes = (): void => {
    for (const resolve of flushes.values()) resolve();
    flushes.clear();
  };

  worker.addEventListener('message', ({ data }: MessageEvent<FromCctWorker>) => {
    switch (data.kind) {
      case 'snapshot':
        return events.onSnapshot(data.snapshot);
      case 'flushed':
        flushes.get(data.id)?.();
        flushes.delete(data.id);
        return;
      case 'failed':
        return events.onProblem({
          severity: 'error',
          code: data.code,
          message: data.message,
          remedy: data.remedy,
        });
    }
  });
  worker.addEventListener('error', (event) => {
    releaseFlushes();
    events.onProblem({
      severity: 'error',
      code: 'bug',
      message: `The call tree worker failed: ${event.message || 'cctWorker.js could not be loaded'}`,
      remedy: 'Stop, and start the recording again. If it comes back, copy the details and report it.',
    });
  });

  return {
    open: (url) => send({ kind: 'open', url }),
    calibrate: (calibration, clock) => send({ kind: 'calibrate', calibration, clock }),
    choose: (thread) => send({ kind: 'choose', thread }),
    reset: () => send({ kind: 'reset' }),
    shown: (costMs) => send({ kind: 'shown', costMs }),
    flush: () =>
      new Promise((resolve) => {
        const id = nextFlush++;
        flushes.set(id, resolve);
        send({ kind: 'flush', id });
      }),
    close() {
      worker.terminate();
      releaseFlushes();
    },
  };
}
