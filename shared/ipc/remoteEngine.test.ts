import { expect, it } from 'vitest';
import type { EngineUpdate } from './engineApi.ts';
import type { EventConsumer } from './engineClient.ts';
import { createRemoteEngine, type RemoteEngine } from './remoteEngine.ts';

/** An engine of which the test is the other end: answers are given, pieces of the stream are read when the test says so. */
class OtherEnd {
  readonly asked: string[] = [];
  readonly streams: string[] = [];
  readonly log: string[] = [];
  readonly remote: RemoteEngine;
  read: EventConsumer = () => {};
  breakStream: (error: Error) => void = () => {};

  constructor() {
    this.remote = createRemoteEngine({
      send: (text) => {
        const { id, method } = JSON.parse(text) as { id: number; method: string };
        this.asked.push(`${id} ${method}`);
      },
      reader: 'r',
      readStream: (path, onPiece) => {
        this.streams.push(path);
        this.read = onPiece;
        const ended = new Promise<void>((_, reject) => (this.breakStream = reject));
        return { ended, cancel: () => this.log.push('cancelled') };
      },
    });
  }

  answer(id: number, result: unknown): void {
    this.remote.receive(JSON.stringify({ id, result }));
  }

  tell(phase: string, sessionId = 'a'): void {
    const update = { kind: 'status', status: { sessionId, phase } } as unknown as EngineUpdate;
    this.remote.receive(JSON.stringify({ update }));
  }

  /** Notes when it is settled, and lets all that is settled be noted. */
  note(what: string, promise: Promise<unknown>): void {
    promise.then(
      () => this.log.push(what),
      (error: Error) => this.log.push(`${what}: ${error.message}`),
    );
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('stop resolves when the reader has taken what the engine has given', async () => {
  const end = new OtherEnd();
  end.remote.engine.setReader('a', () => void end.log.push('taken'));
  end.note('stopped', end.remote.engine.stop('a'));
  end.answer(1, { phase: 'attached' });
  await settled();
  end.answer(2, 8);
  await settled();
  await end.read(new Uint8Array(5));
  await settled();
  await end.read(new Uint8Array(3));
  await settled();
  expect(end.asked).toEqual(['1 stop', '2 flush']);
  expect(end.streams).toEqual(['sessions/a/events/r']);
  expect(end.log).toEqual(['taken', 'taken', 'stopped']);
});

it('stop without a reader asks nothing more', async () => {
  const end = new OtherEnd();
  end.note('stopped', end.remote.engine.stop('a'));
  end.answer(1, {});
  await settled();
  expect([end.asked, end.log]).toEqual([['1 stop'], ['stopped']]);
});

it('a session is over when its status says so, however early', async () => {
  const end = new OtherEnd();
  end.note('over', end.remote.engine.over('a'));
  end.tell('ended', 'another');
  end.tell('ended'); // before the question for its status is answered
  await settled();
  end.answer(1, { sessionId: 'a', phase: 'recording' });
  end.answer(2, 0);
  await settled();
  expect([end.asked, end.log]).toEqual([['1 status', '2 flush'], ['over']]);
});

it('who waits for the end of a session is told when the engine is gone', async () => {
  const end = new OtherEnd();
  end.remote.engine.setReader('a', () => {});
  end.note('over', end.remote.engine.over('a'));
  end.answer(1, { sessionId: 'a', phase: 'recording' });
  await settled();
  end.remote.close('The engine is gone.');
  await settled();
  expect(end.log).toEqual(['cancelled', 'over: The engine is gone.']);
});

it('a reader that breaks off is told at the next flush', async () => {
  const end = new OtherEnd();
  end.remote.engine.setReader('a', () => {});
  end.note('flushed', end.remote.engine.flush('a'));
  end.breakStream(new Error('The stream was refused.'));
  end.answer(1, 8);
  await settled();
  expect(end.log).toEqual(['flushed: The stream was refused.']);
});
