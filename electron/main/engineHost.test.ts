import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, it, vi } from 'vitest';
import { startEngine } from './engineHost.ts';

/** A stand-in for a UtilityProcess. */
class FakeProcess extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly kill = vi.fn(() => true);
}

const { fork } = vi.hoisted(() => ({ fork: vi.fn() }));
vi.mock('electron', () => ({ utilityProcess: { fork } }));

let engine: FakeProcess;
beforeEach(() => {
  engine = new FakeProcess();
  fork.mockReturnValue(engine);
});

it('resolves to the page when the engine says where it listens, and not before', async () => {
  const starting = startEngine('/built/engine.js');
  engine.emit('message', { kind: 'something else' });
  engine.emit('message', null);
  engine.emit('message', { kind: 'listening', url: 'http://127.0.0.1:4711/token/' });
  expect((await starting).url).toBe('http://127.0.0.1:4711/token/');
  expect(fork.mock.calls.at(-1)?.[0]).toBe('/built/engine.js');
});

it('rejects with the last words of an engine that ends at once', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const starting = startEngine('/built/engine.js');
  engine.stderr.write('The agent jar could not be read.');
  await new Promise((resolve) => setImmediate(resolve));
  engine.emit('exit', 1);
  await expect(starting).rejects.toThrow(
    'The engine ended before it listened. The agent jar could not be read.',
  );
});

it('waits for the engine to end when it is stopped, but not for ever', async () => {
  const starting = startEngine('/built/engine.js');
  engine.emit('message', { kind: 'listening', url: 'http://127.0.0.1:4711/token/' });
  const host = await starting;
  await host.stop(1); // the engine does not react
  expect(engine.kill).toHaveBeenCalledOnce();
  const stopping = host.stop(60_000);
  engine.emit('exit', 0);
  await stopping;
});
