import { SluiceError } from '../base/errors.ts';

/** The connection to an engine in another process is over: nothing more is to be had of it. */
export class EngineGone extends SluiceError {
  /** @param reason a sentence, as its client knows it */
  constructor(reason: string) {
    super('io', reason);
  }
}
