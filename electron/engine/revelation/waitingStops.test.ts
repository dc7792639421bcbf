import { describe, expect, it } from 'vitest';
import { METHOD_ID_LIMIT, type ClassId, type MethodId } from '../../../shared/base/ids.ts';
import type { Revelation } from './revelation.ts';
import { recording } from '../testing/revelationBench.ts';

const MAIN = 'class Main { static void root() { } }';

const telling =
  (revelation: Revelation) =>
  (number: number): void =>
    revelation.handlers.reflected({
      ...{ kind: 'reflected', number, classId: 1 as ClassId, isStatic: false },
      ...{ name: `method${number}`, descriptor: '()V' },
    });

describe('what an agent tells without end', () => {
  it('first invocations: it is refused when there are more than a recording can have methods', async () => {
    const { revelation } = await recording(MAIN, ['Main']);
    const packet = Array<MethodId>(1_000).fill(16 as MethodId);
    const most = Math.floor(METHOD_ID_LIMIT / packet.length);
    for (let i = 0; i < most; i++) revelation.handlers.firstInvoked(packet);
    expect(() => revelation.handlers.firstInvoked(packet)).toThrow(/first invocations without end/);
  });

  it('calls by reflection: it is refused when more wait than a program has threads', async () => {
    const { jvm, revelation } = await recording(MAIN, ['Main']);
    await jvm.invoke('Main.root');
    const tell = telling(revelation);
    for (let number = 0; number < 10_000; number++) tell(number);
    expect(() => tell(10_000)).toThrow(/calls by reflection without end/);
  });

  it('calls by reflection in a rehearsal, where nobody waits: the thousandth is the last to be looked at', async () => {
    const { revelation } = await recording(MAIN, ['Main']);
    const tell = telling(revelation);
    for (let number = 0; number <= 20_000; number++) tell(number);
    await revelation.stop();
  });
});
