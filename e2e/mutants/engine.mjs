const CONNECTION = 'electron/engine/agent/agentConnection.ts';
const CONNECTION_TESTS = ['electron/engine/agent/agentConnection.test.ts'];
const HANDSHAKE = 'electron/engine/agent/agentHandshake.ts';
const PUMP = 'electron/engine/events/eventPump.ts';
const PUMP_TESTS = ['electron/engine/events/eventPump.test.ts'];

const CHANNEL = 'electron/engine/piped/channel.ts';
const PIPED_TESTS = ['electron/engine/piped/multiplexer.test.ts'];

const ATTACH = 'electron/engine/attach/attach.ts';
const ATTACH_TESTS = ['electron/engine/attach/attach.test.ts'];

/** Faults of the engine. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'an agent that does not know the secret is believed',
    file: HANDSHAKE,
    from: 'if (!sameBytes(message.proof, agentProof(credentials.secret, hello.nonce, toolNonce))) {',
    to: 'if (false) {',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'a handshake may take 500 s',
    file: HANDSHAKE,
    from: 'HANDSHAKE_TIMEOUT_MS = 5_000',
    to: 'HANDSHAKE_TIMEOUT_MS = 500_000',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'any process may answer for the target',
    file: HANDSHAKE,
    from: 'credentials.nsPid !== null && hello.pid !== credentials.nsPid',
    to: 'false',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'classes that an answer leaves out are asked for without end',
    file: CONNECTION,
    from: 'if (!progress) for (const classId of batch) wanted.delete(classId);',
    to: '',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'the agent is not told that the tool lives',
    file: CONNECTION,
    from: 'this.#pings = setInterval(() => void this.ping().catch(() => {}), PING_INTERVAL_MS);',
    to: 'this.#pings = setInterval(() => {}, PING_INTERVAL_MS);',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'a position beyond the ring is believed',
    file: PUMP,
    from: 'waiting < 0 || waiting > this.#ring.ringBytes || ',
    to: '',
    tests: PUMP_TESTS,
  },
  {
    name: 'a target that goes on producing keeps a recording from ending',
    file: PUMP,
    from: 'STOP_DEADLINE_MS = 30_000',
    to: 'STOP_DEADLINE_MS = 30_000_000',
    tests: PUMP_TESTS,
  },
  {
    name: 'every user of the machine is heard',
    file: 'electron/engine/loopback/peerUsers.ts',
    from: 'welcomeUids.includes(uid)',
    to: 'true',
    tests: ['electron/engine/server/otherUsers.test.ts', 'electron/engine/agent/agentListener.test.ts'],
  },
  {
    name: 'a million strangers may wait for the place of the agent',
    file: 'electron/engine/agent/agentListener.ts',
    from: 'MAX_UNPROVEN = 64',
    to: 'MAX_UNPROVEN = 1_000_000',
    tests: ['electron/engine/agent/agentListener.test.ts'],
  },
  {
    name: 'a link in place of performance data is followed',
    file: 'electron/engine/jvms/foreignFile.ts',
    from: "if (stat.isSymbolicLink()) throw new UnfitFile('is a symbolic link');",
    to: '',
    tests: ['electron/engine/jvms/plantedFiles.test.ts'],
  },
  {
    name: 'a FIFO in place of performance data is read',
    file: 'electron/engine/jvms/foreignFile.ts',
    from: "if (!stat.isFile()) throw new UnfitFile('is no regular file');",
    to: '',
    tests: ['electron/engine/jvms/plantedFiles.test.ts'],
  },
  {
    name: 'one session may work for as long as it likes in a turn',
    file: 'electron/engine/process/turnBudget.ts',
    from: 'return this.#leftMs > 0 ? null : this.#renewal;',
    to: 'return null;',
    tests: ['e2e/security/hostileTargets.spec.ts'],
  },
  {
    name: 'a token is compared by one byte of its hash',
    file: 'electron/engine/server/requestGuard.ts',
    from: 'timingSafeEqual(',
    to: '((a, b) => a[0] === b[0])(',
    tests: ['electron/engine/server/requestGuard.test.ts'],
  },
  {
    name: 'room is given back before events are taken',
    file: PUMP,
    from: `      await this.#consume(bytes);
      this.#consumedBytes += count;
      this.#ring.acknowledge(this.#consumedBytes);`,
    to: `      this.#consumedBytes += count;
      this.#ring.acknowledge(this.#consumedBytes);
      await this.#consume(bytes);`,
    tests: PUMP_TESTS,
  },
  {
    name: 'events at the end of the ring are read beyond it',
    file: PUMP,
    from: 'Math.min(produced - this.#consumedBytes, untilWrap, this.#chunk.byteLength)',
    to: 'Math.min(produced - this.#consumedBytes, this.#chunk.byteLength)',
    tests: PUMP_TESTS,
  },
  {
    name: 'a JVM that starts is asked before it can hear',
    file: ATTACH,
    from: 'await untilStarted(target, () => checkHearsQuit(target));',
    to: '',
    tests: ATTACH_TESTS,
  },
  {
    name: 'a JVM that does not answer at once is asked again',
    file: ATTACH,
    from: 'if (socket.exists()) return true;\n    checkAlive(target);',
    to: 'if (socket.exists()) return true;\n    if (pollMs === LONGEST_POLL_MS) sendQuit(target);',
    tests: ATTACH_TESTS,
  },
  {
    name: 'a JVM that another tool has asked is asked as well',
    file: ATTACH,
    from: 'if (trigger.othersForMs > 0) {',
    to: 'if (false) {',
    tests: ATTACH_TESTS,
  },
  {
    name: 'a start goes on when memory runs out',
    file: 'electron/engine/measurements/callTree/recording.ts',
    from: 'this.#giveUp(noMemoryToStart(what))',
    to: 'void what',
    tests: ['electron/engine/measurements/callTree/recording.test.ts'],
  },
  {
    name: 'a channel sends more than its reader takes',
    file: CHANNEL,
    from: 'this.#credit -= bytes;',
    to: '',
    tests: PIPED_TESTS,
  },
  {
    name: 'what was read is told to nobody',
    file: CHANNEL,
    from: "this.#send('credit', creditPayload(read));",
    to: '',
    tests: PIPED_TESTS,
  },
  {
    name: 'a cut stream of frames loses what is not whole yet',
    file: 'electron/engine/piped/frames.ts',
    from: 'this.#pending.length === 0 ? arrived : Buffer.concat([this.#pending, arrived])',
    to: 'arrived',
    tests: PIPED_TESTS,
  },
  {
    name: 'an engine is kept where others may write',
    file: 'electron/engine/piped/installedEngine.ts',
    from: ' || (mode & 0o077) !== 0',
    to: '',
    tests: ['electron/engine/piped/installedEngine.test.ts'],
  },
  {
    name: 'a host may be an option of ssh',
    file: 'electron/cli/engines/host.ts',
    from: '@)?([A-Za-z0-9_]',
    to: '@)?([-A-Za-z0-9_]',
    tests: ['electron/cli/engines/host.test.ts'],
  },
];
