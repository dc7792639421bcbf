import type { Engine } from '../engine.ts';
import type { EngineServer } from './server.ts';

const CLOSE_TIMEOUT_MS = 15_000;

/** Detaches from every target, then ends this process. */
export function closeInOrder(engine: Engine, server: EngineServer): void {
  // A target that does not answer must not keep us: its agent restores the classes by itself.
  setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
  engine.log.write({ event: 'ended' });
  void engine
    .close()
    .then(() => server.close())
    .finally(() => process.exit(0));
}
