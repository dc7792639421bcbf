/**
 * `window.whenIdle()` for tests and screenshots: no question to the engine is open, the CCT worker has handed over
 * what it read, and the page has been painted since. While events flow it stands for "a tree of this moment is shown".
 */
export interface IdleTracker {
  /** Counts a promise as work until it settles; returns it unchanged. */
  track<T>(work: Promise<T>): Promise<T>;
  whenIdle(): Promise<void>;
}

declare global {
  interface Window {
    whenIdle?: () => Promise<void>;
    /** SluiceApp.openRecording, for tests. */
    openRecording?: (bytes: ArrayBuffer, name: string) => Promise<boolean>;
  }
}

/** @param flushWorker resolves when the worker has delivered; @param painted resolves after a paint */
export function createIdleTracker(
  flushWorker: () => Promise<void>,
  painted: () => Promise<void>,
): IdleTracker {
  const open = new Set<Promise<unknown>>();
  return {
    track(work) {
      open.add(work);
      const done = (): void => void open.delete(work);
      work.then(done, done);
      return work;
    },
    async whenIdle() {
      do {
        while (open.size > 0) await Promise.allSettled(open);
        await flushWorker();
        await painted();
      } while (open.size > 0);
    },
  };
}

/** Two frames: the first runs what React has scheduled, the second comes after its paint. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
