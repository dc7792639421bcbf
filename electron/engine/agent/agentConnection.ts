import type { Clock } from '../../../shared/events/clock.ts';
import { assert } from '../../../shared/base/assert.ts';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { ClassId, MethodId, RegionId } from '../../../shared/base/ids.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import type { Calibration } from '../../../shared/cct/cctTable.ts';
import type { ObjectLayout } from '../../../shared/events/objectLayout.ts';
import { RECORDING_MARK, type RecordingMark } from '../../../shared/events/recordingMark.ts';
import type { RegionCalibration } from '../../../shared/recording/passSummary.ts';
import type {
  AgentOptions,
  ControlMessage,
  LoadHook,
  MessageKind,
  NotRestored,
  SwapResult,
} from '../../../shared/wire/controlMessage.ts';
import type { RecordingTotals } from '../../../shared/wire/runningTotals.ts';
import type { ProvenAgent } from './agentHandshake.ts';
import type { PacketSocket } from './packetSocket.ts';
import type {
  AgentHandlers,
  ListedClasses,
  RegionAgent,
  SwapAnswer,
  SwapBatches,
  TargetAgent,
} from './targetAgent.ts';

type MessageOf<Kind extends MessageKind> = Extract<ControlMessage, { kind: Kind }>;

interface Question {
  readonly asked: MessageKind;
  readonly expected: MessageKind;
  readonly resolve: (answer: ControlMessage) => void;
  readonly reject: (error: SluiceError) => void;
  readonly timer: NodeJS.Timeout;
}

/** The JVM stands still for 20 to 40 ms for this many. */
const SWAP_BATCH = 200;
/** It goes through all loaded classes in each swap, which takes as long as swapping one in twenty of them. */
const LOADED_PER_SWAPPED = 20;
/** The wire allows no more. */
const MAX_SWAP_BATCH = 2_000;
const MAX_BYTES_BATCH = 1_000;
const PING_INTERVAL_MS = 1_000;
/** Beyond these the target counts as gone; garbage collections and swaps of a big heap take seconds. */
const COMMAND_TIMEOUT_MS = 30_000;
const LONG_COMMAND_TIMEOUT_MS = 120_000;

/** Of what an agent reports of itself, in words of its own. */
const MAX_HEARD_CHARS = 200;

/** What the agent says and asks of its own accord; all else answers a question. */
const UNASKED: ReadonlySet<MessageKind> = new Set([
  'firstInvoked',
  'reflected',
  'classLoading',
  'rewriteClass',
  'report',
  'ending',
  'loader',
  'loaderRefuses',
  'objectSizes',
  'heartbeat',
  'rewriteLost',
  'loadLost',
  'witnessed',
]);

const NOTHING_PREPARED: SwapBatches = { prepare: () => Promise.resolve([]), swapped: () => {} };

const NO_HANDLERS: AgentHandlers = {
  classLoading: () => null,
  rewriteClass: () => null,
  takeMade: () => [],
  firstInvoked: () => {},
  reflected: () => {},
  loaderSeen: () => {},
  loaderRefuses: () => {},
  rewriteLost: () => {},
  loadLost: () => {},
  witnessed: () => {},
  objectSizes: () => {},
  note: () => {},
  heartbeat: () => {},
  ending: () => {},
  closed: () => {},
};

/** The agent at the other end of a proven connection: questions numbered from 1, answers matched by number. */
export class AgentConnection implements TargetAgent, RegionAgent {
  readonly javaVersion: string;
  readonly vmName: string;
  readonly pid: number;
  /** See ProvenAgent.startup. */
  readonly startup: boolean;
  readonly processors: number;
  readonly layout: ObjectLayout;
  readonly #packets: PacketSocket;
  readonly #open = new Map<number, Question>();
  readonly #pings: NodeJS.Timeout;
  #handlers: AgentHandlers = NO_HANDLERS;
  #handlersSet = false;
  /** When they were listed last. */
  #loadedClasses = 0;
  #nextId = 1;
  /** Why nothing is asked any more: of questions that are open the answer may still come. */
  #ending: SluiceError | null = null;
  /** Why nothing can come any more. */
  #over: SluiceError | null = null;

  constructor(agent: ProvenAgent) {
    this.javaVersion = agent.javaVersion;
    this.vmName = agent.vmName;
    this.pid = agent.pid;
    this.startup = agent.startup;
    this.processors = agent.processors;
    this.layout = agent.layout;
    this.#packets = agent.packets;
    // The agent gives up on a tool that it has not heard for 3 s.
    this.#pings = setInterval(() => void this.ping().catch(() => {}), PING_INTERVAL_MS);
    this.#packets.setReceiver({
      begun: (id, kind) => {
        if (!UNASKED.has(kind)) this.#questionOf(id, kind);
      },
      packet: (id, message) => this.#receive(id, message),
      closed: (cause) => this.#end(cause),
    });
  }

  /** Nothing can be asked any more: handlers.closed was called, or will be soon. */
  get isOver(): boolean {
    return (this.#over ?? this.#ending) !== null;
  }

  setHandlers(handlers: AgentHandlers): void {
    assert(!this.#handlersSet, 'handlers are set once');
    this.#handlersSet = true;
    this.#handlers = handlers;
  }

  async ping(): Promise<void> {
    await this.#ask({ kind: 'ping' }, 'done', COMMAND_TIMEOUT_MS);
  }

  async listClasses(): Promise<ListedClasses> {
    const listed = await this.#ask({ kind: 'listClasses' }, 'classes', LONG_COMMAND_TIMEOUT_MS);
    this.#loadedClasses = listed.classes.length;
    return listed;
  }

  async classBytes(classIds: readonly ClassId[]): Promise<ReadonlyMap<ClassId, Uint8Array>> {
    const found = new Map<ClassId, Uint8Array>();
    const wanted = new Set(classIds);
    while (wanted.size > 0) {
      const batch = [...wanted].slice(0, MAX_BYTES_BATCH);
      const question: ControlMessage = { kind: 'getClassBytes', classIds: batch };
      const { classes } = await this.#ask(question, 'classBytes', LONG_COMMAND_TIMEOUT_MS);
      let progress = false;
      for (const { classId, bytes } of classes) {
        if (!wanted.delete(classId)) continue; // nobody asked for it
        progress = true;
        if (bytes.byteLength > 0) found.set(classId, bytes);
      }
      // Classes left out are asked for again (an answer holds 16 MiB), but not for ever.
      if (!progress) for (const classId of batch) wanted.delete(classId);
    }
    return found;
  }

  async findClassFile(name: string): Promise<Uint8Array | null> {
    const { bytes } = await this.#ask({ kind: 'findClassFile', name }, 'classFile', COMMAND_TIMEOUT_MS);
    return bytes.byteLength > 0 ? bytes : null;
  }

  async setLoadHook(hook: LoadHook): Promise<void> {
    await this.#ask({ kind: 'setLoadHook', ...hook }, 'done', COMMAND_TIMEOUT_MS);
  }

  retransform(
    classIds: readonly ClassId[],
    retryMs: number,
    batches: SwapBatches = NOTHING_PREPARED,
  ): Promise<SwapAnswer> {
    return this.#swap(classIds, retryMs, false, batches);
  }

  async restore(classIds: readonly ClassId[], retryMs: number): Promise<readonly SwapResult[]> {
    return (await this.#swap(classIds, retryMs, true, NOTHING_PREPARED)).results;
  }

  async #swap(
    classIds: readonly ClassId[],
    retryMs: number,
    restore: boolean,
    { prepare, swapped }: SwapBatches,
  ): Promise<SwapAnswer> {
    let batches = 0;
    let elapsedNs = 0;
    const results: SwapResult[] = [];
    const atOnce = Math.max(SWAP_BATCH, Math.ceil(this.#loadedClasses / LOADED_PER_SWAPPED));
    const size = Math.min(MAX_SWAP_BATCH, atOnce);
    const batchAt = (at: number): readonly ClassId[] => classIds.slice(at, at + size);
    let preparing = prepare(batchAt(0));
    for (let at = 0; at < classIds.length; at += size) {
      const batch = batchAt(at);
      const question = {
        kind: 'retransform',
        classIds: batch,
        retryMs,
        restore,
        prepared: await preparing,
      } as const;
      const answering = this.#ask(question, 'retransformed', LONG_COMMAND_TIMEOUT_MS + retryMs);
      preparing = prepare(batchAt(at + size));
      preparing.catch(() => {}); // met at the next turn, if there is one
      const answer = await answering;
      batches++;
      elapsedNs += answer.elapsedNs;
      results.push(...answer.results);
      swapped(batch, answer.elapsedNs);
    }
    return { batches, elapsedNs, results };
  }

  async markReady(methodIds: readonly MethodId[]): Promise<void> {
    await this.#ask({ kind: 'markReady', methodIds }, 'done', COMMAND_TIMEOUT_MS);
  }

  async markReflected(numbers: readonly number[]): Promise<void> {
    await this.#ask({ kind: 'markReflected', numbers }, 'done', COMMAND_TIMEOUT_MS);
  }

  async startRecording(options: AgentOptions): Promise<void> {
    await this.#ask({ kind: 'startRecording', ...options }, 'done', COMMAND_TIMEOUT_MS);
  }

  async markRecording(mark: RecordingMark | null): Promise<void> {
    const number = mark === null ? 0 : RECORDING_MARK[mark];
    await this.#ask({ kind: 'markRecording', mark: number }, 'done', COMMAND_TIMEOUT_MS);
  }

  async stopRecording(): Promise<RecordingTotals> {
    return totalsOf(await this.#ask({ kind: 'stopRecording' }, 'stopped', COMMAND_TIMEOUT_MS));
  }

  calibrate(clock: Clock): Promise<Calibration> {
    return this.#askCosts({ kind: 'calibrate', clock });
  }

  checkCalibration(): Promise<Calibration> {
    return this.#askCosts({ kind: 'checkCalibration' });
  }

  async #askCosts(question: ControlMessage): Promise<Calibration> {
    const answer = await this.#ask(question, 'calibration', COMMAND_TIMEOUT_MS);
    const { innerNs, outerNs, spreadNs, countNs, countSpreadNs, pausedPairNs, pausedSpreadNs } = answer;
    const { starvedPairNs, starvedSpreadNs, stepNs } = answer;
    return {
      ...{ innerNs, outerNs, spreadNs, countNs, countSpreadNs, pausedPairNs, pausedSpreadNs },
      ...{ starvedPairNs, starvedSpreadNs, stepNs, compilingShare: 0 },
    };
  }

  async startRegion(): Promise<RegionId> {
    const { regionId } = await this.#ask({ kind: 'startRegion' }, 'regionStarted', COMMAND_TIMEOUT_MS);
    return regionId;
  }

  async stopRegion(regionId: RegionId): Promise<{ readonly passes: number; readonly lostPasses: number }> {
    const { passes, lostPasses } = await this.#ask(
      { kind: 'stopRegion', regionId },
      'regionStopped',
      COMMAND_TIMEOUT_MS,
    );
    return { passes, lostPasses };
  }

  async calibrateRegion(): Promise<RegionCalibration> {
    const { emptyNs, passNs, spreadNs } = await this.#ask(
      { kind: 'calibrateRegion' },
      'regionCalibration',
      COMMAND_TIMEOUT_MS,
    );
    return { emptyNs, passNs, spreadNs };
  }

  async resumeStartup(): Promise<void> {
    await this.#ask({ kind: 'resumeStartup' }, 'done', COMMAND_TIMEOUT_MS);
  }

  async detach(): Promise<{
    readonly restoredClasses: number;
    readonly notRestored: readonly NotRestored[];
  }> {
    const { restoredClasses, notRestored } = await this.#ask(
      { kind: 'detach' },
      'detached',
      LONG_COMMAND_TIMEOUT_MS,
    );
    return { restoredClasses, notRestored };
  }

  /** Hangs up: the agent restores the classes by itself. */
  close(): void {
    this.#packets.close();
  }

  #ask<Kind extends MessageKind>(
    message: ControlMessage,
    expected: Kind,
    timeoutMs: number,
  ): Promise<MessageOf<Kind>> {
    return new Promise((resolve, reject) => {
      const refusal = this.#over ?? this.#ending;
      if (refusal) return reject(refusal);
      const id = this.#nextId++;
      const timer = setTimeout(() => {
        this.#packets.close(
          new SluiceError(
            'target-gone',
            `The agent did not answer ${message.kind} within ${timeoutMs / 1000} s: the JVM is stopped or hung.`,
            'The agent restores the classes by itself when it wakes up.',
          ),
        );
      }, timeoutMs);
      this.#open.set(id, {
        asked: message.kind,
        expected,
        resolve: (answer) => resolve(answer as MessageOf<Kind>),
        reject,
        timer,
      });
      this.#packets.send(id, message);
    });
  }

  #receive(id: number, message: ControlMessage): void {
    switch (message.kind) {
      case 'firstInvoked':
        return this.#handlers.firstInvoked(message.methodIds);
      case 'reflected':
        return this.#handlers.reflected(message);
      case 'classLoading':
        return void this.#answerClassLoading(id, message);
      case 'rewriteClass':
        return this.#answerRewrite(id, message);
      case 'report':
        return this.#report(message);
      case 'ending':
        this.#hangUp();
        return this.#handlers.ending(
          toldText(message.reason, MAX_HEARD_CHARS),
          message.isTold ? totalsOf(message) : null,
          message.runningHooks,
        );
      case 'loader':
        return this.#handlers.loaderSeen(message.loader);
      case 'loaderRefuses':
        return this.#handlers.loaderRefuses(message.classId, message.loader);
      case 'rewriteLost':
        return this.#handlers.rewriteLost(message.classId);
      case 'loadLost':
        return this.#handlers.loadLost(message.classId);
      case 'witnessed':
        return this.#handlers.witnessed(message.methodIds);
      case 'objectSizes':
        return this.#handlers.objectSizes(message.sizes, message.found);
      case 'heartbeat':
        return this.#handlers.heartbeat(message);
      default:
        return this.#answer(id, message);
    }
  }

  #answer(id: number, message: ControlMessage): void {
    const question = this.#questionOf(id, message.kind);
    this.#open.delete(id);
    clearTimeout(question.timer);
    if (message.kind === 'failed') {
      // The first ping asks whether the session can begin.
      const what = question.asked === 'ping' ? 'work in this JVM' : `do ${question.asked}`;
      question.reject(new SluiceError('agent', `The agent cannot ${what}: ${toldText(message.message)}.`));
    } else {
      question.resolve(message);
    }
  }

  /** @throws SluiceError 'protocol' when such a packet answers nothing that was asked */
  #questionOf(id: number, kind: MessageKind): Question {
    const question = this.#open.get(id);
    if (question && (kind === question.expected || kind === 'failed')) return question;
    const found = question ? `as the answer to ${question.asked}` : `with id ${id}, which answers nothing`;
    throw new SluiceError('protocol', `The agent sent packet ${kind} ${found}.`);
  }

  /** An application thread waits: whatever goes wrong here, it gets an answer. */
  async #answerClassLoading(id: number, message: MessageOf<'classLoading'>): Promise<void> {
    const { classId, loaderId, outside, core: isCore, name, module, bytes } = message;
    const asked = id !== 0;
    let rewritten: Uint8Array | null = null;
    try {
      rewritten = await this.#handlers.classLoading({
        classId,
        loaderId,
        outside,
        isCore,
        name,
        module,
        bytes,
        asked,
      });
    } catch (thrown) {
      this.#handlers.note('classLeftAlone', { class: name, why: messageOf(thrown) });
    }
    if (asked) this.#sendRewritten(id, rewritten);
  }

  #report({ note, detail: heard }: MessageOf<'report'>): void {
    const detail = toldText(heard, MAX_HEARD_CHARS);
    switch (note) {
      case 'coreWaitsUnknown':
      case 'liveObjectsUntold':
        return this.#handlers.note(note, {});
      case 'coreWaitsOfTooMany':
        return this.#handlers.note(note, { limit: detail });
      case 'liveObjectsOfTooMany':
        return this.#handlers.note(note, { count: detail });
      case 'eventFileUnwritable':
      case 'transformerBeforeOthers':
        return this.#handlers.note(note, { why: detail });
    }
  }

  #answerRewrite(id: number, message: MessageOf<'rewriteClass'>): void {
    let rewritten: Uint8Array | null = null;
    try {
      rewritten = this.#handlers.rewriteClass(message.classId, message.bytes);
    } catch (thrown) {
      this.#handlers.note('classLeftAlone', { class: String(message.classId), why: messageOf(thrown) });
    }
    this.#sendRewritten(id, rewritten);
  }

  #sendRewritten(id: number, bytes: Uint8Array | null): void {
    this.#packets.send(id, { kind: 'rewritten', bytes: bytes ?? NOTHING, made: this.#handlers.takeMade() });
  }

  /** Those were the last words of the JVM. Once we have hung up it ends at once: see ControlReader.expectHangUp. */
  #hangUp(): void {
    clearInterval(this.#pings);
    this.#ending = new SluiceError('target-gone', 'The session has ended: the JVM is shutting down.');
    this.#packets.hangUp();
  }

  #end(cause: SluiceError | null): void {
    clearInterval(this.#pings);
    this.#over =
      cause ??
      this.#ending ??
      new SluiceError('target-gone', 'The agent closed the connection: the JVM ended, or the agent left.');
    for (const question of this.#open.values()) {
      clearTimeout(question.timer);
      question.reject(this.#over);
    }
    this.#open.clear();
    this.#handlers.closed(cause);
  }
}

function totalsOf(packet: MessageOf<'stopped' | 'ending'>): RecordingTotals {
  const { producedEvents, droppedEvents, waitedNs, coreWaitNs, classLoads, classLoadNs } = packet;
  const { firstWaitTimeouts, loadTimeouts, refusedLanes, calledOutside } = packet;
  return {
    ...{ producedEvents, droppedEvents, waitedNs, coreWaitNs, classLoads, classLoadNs },
    ...{ firstWaitTimeouts, loadTimeouts, refusedLanes, calledOutside },
  };
}

const NOTHING = new Uint8Array(0);
