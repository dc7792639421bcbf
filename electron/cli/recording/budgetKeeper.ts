import type { MethodId } from '../../../shared/base/ids.ts';
import { OverheadBudget, overBudget, overBudgetText } from '../../../shared/recording/overheadBudget.ts';
import { probeOverhead } from '../../../shared/recording/probeOverhead.ts';
import { recordingResults } from '../../../shared/recording/recordingResults.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { Recorder } from './recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Keeps what the probes cost below a part of the program's time, by switching methods off; says what it does. */
export class BudgetKeeper {
  readonly #engine: EngineClient;
  readonly #terminal: Terminal;
  readonly #sessionId: string;
  readonly #recorder: Recorder;
  readonly #limit: number;
  readonly #roots = new Set<MethodId>();
  readonly #budget: OverheadBudget;
  #isLooking = false;

  constructor(
    engine: EngineClient,
    terminal: Terminal,
    sessionId: string,
    recorder: Recorder,
    limit: number,
  ) {
    this.#engine = engine;
    this.#terminal = terminal;
    this.#sessionId = sessionId;
    this.#recorder = recorder;
    this.#limit = limit;
    this.#budget = new OverheadBudget(limit, (methodId) => this.#roots.has(methodId));
  }

  /** Looks at what happened since it looked last; nothing while it is still about that. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#keep();
    } finally {
      this.#isLooking = false;
    }
  }

  async #keep(): Promise<void> {
    const status = await this.#engine.status(this.#sessionId);
    if (status.phase !== 'recording' || status.measurement.calibration === null) return;
    const { results } = this.#recorder.trees;
    const snapshot = this.#recorder.snapshot(status);
    const methods = new Map(snapshot.methods.map((method) => [method.id, method]));
    for (const { id, root } of snapshot.methods) if (root) this.#roots.add(id);
    const trees = recordingResults(snapshot).threads.map(({ tree }) => tree);
    const step = this.#budget.step(probeOverhead(trees, status.measurement.calibration), results);
    const over = overBudget(step, this.#limit, methods);
    if (over === null) return;
    await this.#engine.switchOff(this.#sessionId, over.patterns);
    this.#terminal.talk(`the ${overBudgetText(over)}`);
  }
}
