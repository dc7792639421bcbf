import { inJava } from './inJava.mjs';

const SOURCES = 'backend-java/src/main/java/sluice/agent';
const PROBES = 'backend-java/src/probe/java/java/lang';
const ENDS = ['backend-java/agentEnds.test.ts'];
const RECORDING = ['backend-java/agentRecording.test.ts'];
const STOPPED = ['e2e/faults/stopped.spec.ts'];

/** Faults of the agent in the target. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'classes keep their probes when the tool is gone',
    file: `${SOURCES}/Session.java`,
    from: `        end("the worker ended");
        restoreAll();`,
    to: '        end("the worker ended");',
    tests: ['e2e/faults/toolKilled.spec.ts'],
  },
  {
    name: 'the transformer stays in the JVM',
    file: `${SOURCES}/TransformerOrder.java`,
    from: 'SluiceTransformers.listener = null;\n        holder.removeTransformer(transformer);\n',
    to: 'SluiceTransformers.listener = null;\n',
    tests: ENDS,
  },
  {
    name: 'a tool that is silent for 10 s is kept',
    file: `${SOURCES}/ToolWatch.java`,
    from: 'GONE_NS = 10_000_000_000L',
    to: 'GONE_NS = 1_000_000_000_000L',
    tests: STOPPED,
  },
  {
    name: 'the program waits for a silent tool for 10 s',
    file: `${SOURCES}/ToolWatch.java`,
    from: 'SILENT_NS = 3_000_000_000L',
    to: 'SILENT_NS = 9_500_000_000L',
    tests: STOPPED,
  },
  {
    name: 'a standstill of the target is taken for silence of the tool',
    file: `${SOURCES}/ToolWatch.java`,
    from: 'if (nowNs - lastLookNs > STOPPED_NS) lastHeardNs = lastStepNs = nowNs;',
    to: '',
    tests: [inJava('ToolWatch')],
  },
  {
    name: 'a tool that does not know the secret is believed',
    file: `${SOURCES}/Handshake.java`,
    from: ' || !Hmac.same(proof, toolProof(secret, agentNonce, toolNonce))',
    to: '',
    tests: ENDS,
  },
  {
    name: 'the secret stays in the heap',
    file: `${SOURCES}/SessionFile.java`,
    from: `    void forgetSecret() {
        Arrays.fill(secret, (byte) 0);`,
    to: '    void forgetSecret() {',
    tests: [inJava('SessionFile'), 'electron/engine/agent/secret.test.ts'],
  },
  {
    name: 'a packet may announce more items than it has bytes',
    file: `${SOURCES}/PacketReader.java`,
    from: 'count < 0 || (long) count * minItemBytes > bytes.length - offset',
    to: 'false',
    tests: [inJava('Packet')],
  },
  {
    name: 'a negative length is taken',
    file: `${SOURCES}/PacketReader.java`,
    from: 'if (length < 0 || length > bytes.length - at)',
    to: 'if (length > bytes.length - at)',
    tests: [inJava('Packet')],
  },
  {
    name: 'bytes behind the fields of a packet are ignored',
    file: `${SOURCES}/PacketReader.java`,
    from: 'if (offset != bytes.length) {',
    to: 'if (offset > bytes.length) {',
    tests: [inJava('Packet')],
  },
  {
    name: 'a session file of any length is read',
    file: `${SOURCES}/SessionFile.java`,
    from: 'if (in.read() >= 0) throw',
    to: 'if (false) throw',
    tests: [inJava('SessionFile')],
  },
  {
    name: 'another agent that swaps a class takes the probes out',
    file: `${SOURCES}/HotSwap.java`,
    from: 'if (!instrumented.contains(classId) && !loadHook.asksAbout(type) && !ProbedCode.is(bytes)) return null;',
    to: 'if (classId > 0) return null;',
    tests: ['e2e/otherAgents.spec.ts'],
  },
  {
    name: 'one class that the JVM refuses keeps all of its batch from being swapped',
    file: `${SOURCES}/HotSwap.java`,
    from: `                swap(results, classes, from, middle);
                swap(results, classes, middle, to);`,
    to: '                for (int i = from; i < to; i++) results[i].set(SwapResult.REFUSED, refused.toString());',
    tests: [inJava('HotSwap')],
  },
  {
    name: 'a class load without an answer is not told',
    file: `${SOURCES}/LoadHook.java`,
    from: 'if (rewritten == null) tellLost(classId);',
    to: '',
    tests: RECORDING,
  },
  {
    name: 'answers wait for the tool after the session has ended',
    file: `${SOURCES}/Questions.java`,
    from: 'while (question.answer == null && !closed && ',
    to: 'while (question.answer == null && ',
    tests: [inJava('Questions'), ...ENDS],
  },
  {
    name: 'threads that wait long wake as often as at first',
    file: `${PROBES}/SluicePark.java`,
    from: 'lengthNs + (lengthNs >> 3)',
    to: 'lengthNs',
    tests: [inJava('Questions')],
  },
  {
    name: 'questions are forgotten before the last words of the JVM are sent',
    file: `${SOURCES}/Questions.java`,
    from: 'for (Question question : open.values()) SluiceAccess.unpark(question.asker);',
    to: 'for (Question question : open.values()) SluiceAccess.unpark(question.asker); open.clear();',
    tests: [inJava('Questions')],
  },
  {
    name: 'the program starts only when the tool lets it, however long that takes',
    file: `${SOURCES}/Session.java`,
    from: 'START_IDLE_MS = 30_000;',
    to: 'START_IDLE_MS = 30_000_000;',
    tests: ENDS,
  },
  {
    name: 'drops of events are not told',
    file: `${SOURCES}/LaneReader.java`,
    from: 'return (int) Math.min(lane.droppedEvents() - toldDroppedEvents, Integer.MAX_VALUE);',
    to: 'return 0;',
    tests: RECORDING,
  },
  {
    name: 'after a loss frames end without a word',
    file: `${PROBES}/SluiceLane.java`,
    from: '            if (tellsExits != ALWAYS) tellsExits++; // an exit of one that it knows must say so\n',
    to: '',
    tests: [inJava('Lane')],
  },
  {
    name: 'the number of frames that have ended is told again',
    file: `${PROBES}/SluiceLane.java`,
    from: `            publish(ended << shift | word);
            ended = 0;`,
    to: '            publish(ended << shift | word);',
    tests: [inJava('Lane')],
  },
  {
    name: 'what a constructor calls back that is not recorded ends without a word',
    file: `${PROBES}/SluiceUnseen.java`,
    from: '        if (tellsExits >= 0) tellsExits++;\n',
    to: '',
    tests: [inJava('Lane')],
  },
  {
    name: 'the bytecodes of a frame that ends in a pause come after it',
    file: `${PROBES}/SluiceLane.java`,
    from: 'tellsExits == 0 && SluiceProbe.lanes != null && endCounted(executed)',
    to: 'tellsExits == 0 && endCounted(executed)',
    tests: [inJava('Lane')],
  },
  {
    name: 'a root call of which no condition holds is recorded',
    file: 'backend-java/src/probe/java/java/lang/SluiceProbe.java',
    from: '        if (request == SluiceRequests.LEFT_OUT) return SluiceLane.NO_PROBE;\n',
    to: '',
    tests: [inJava('Requests')],
  },
  {
    name: 'a stack overflow in a root that was left out switches conditions off',
    file: 'backend-java/src/probe/java/java/lang/SluiceRequests.java',
    from: 'return lane.depth != 0 && lane != SluiceLane.NOBODY;',
    to: 'return lane.depth != 0;',
    tests: [inJava('Requests')],
  },
];
