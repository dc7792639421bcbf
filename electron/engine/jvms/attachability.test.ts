import { expect, it } from 'vitest';
import { obstacleTo } from './attachability.ts';
import type { JvmProcess, ProcStatus } from './jvmFacts.ts';

const ADA = 1000;
const BOB = 1001;
const NAMES = new Map([
  [0, 'root'],
  [ADA, 'ada'],
  [BOB, 'bob'],
]);
const nameOf = (uid: number): string => NAMES.get(uid) ?? '?';

/** Nothing forbids attaching to it. */
function jvm(facts: Partial<Omit<JvmProcess, 'status'>>, status: Partial<ProcStatus> = {}): JvmProcess {
  return {
    pid: 4711,
    startTicks: 1,
    uptimeMs: 60_000,
    status: { state: 'S', euid: ADA, egid: ADA, nsPid: 4711, catchesQuit: true, ...status },
    commandLine: ['java', 'Shop'],
    mainClass: 'Shop',
    javaVersion: '17.0.1',
    feature: 17,
    vmName: 'OpenJDK 64-Bit Server VM',
    collector: 'G1',
    kind: 'hotspot',
    flags: { attachDisabled: false, dynamicAgents: 'unsaid' },
    perfDataRefusal: '',
    attachCapability: true,
    rootPrefix: '',
    container: false,
    sharesNetwork: true,
    attachSocketExists: false,
    attachSocketHindrance: '',
    lostWorkingFolder: false,
    ...facts,
  };
}

const ada = { euid: ADA, egid: ADA };

it("one's own JVM, and as root anybody's, can be attached to", () => {
  expect(obstacleTo(jvm({}), ada, nameOf)).toBeNull();
  expect(obstacleTo(jvm({}, { euid: BOB, egid: BOB }), { euid: 0, egid: 0 }, nameOf)).toBeNull();
});

it("another user's JVM says as whom to run Sluice, each user once", () => {
  expect(obstacleTo(jvm({}, { euid: BOB }), ada, nameOf)).toEqual({
    cause: 'other-user',
    why: 'It belongs to user bob, and you are ada.',
    remedy: 'Run Sluice as bob or as root.',
  });
  expect(obstacleTo(jvm({}, { euid: 0 }), ada, nameOf)?.remedy).toBe('Run Sluice as root.');
});

it('the launch that is advised is one that the command line takes', () => {
  const disabled = jvm({ flags: { attachDisabled: true, dynamicAgents: 'unsaid' } });
  expect(obstacleTo(disabled, ada, nameOf)?.remedy).toContain(
    'sluice launch --root PATTERN -o FILE -- java ...',
  );
});
