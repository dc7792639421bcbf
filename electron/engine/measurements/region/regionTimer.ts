import { messageOf, SluiceError, UsageError } from '../../../../shared/base/errors.ts';
import { disarmedBytes } from '../../../../shared/bytecode/disarmProbes.ts';
import type { ClassId, RegionId } from '../../../../shared/base/ids.ts';
import { parseMethodPattern, type MethodPattern } from '../../../../shared/callgraph/methodPattern.ts';
import { noRootClass } from '../../../../shared/callgraph/rootSelection.ts';
import { InstrumentationFilter, isUntouchable } from '../../../../shared/instrument/instrumentationFilter.ts';
import type { RegionRequest, RegionStatus } from '../../../../shared/ipc/engineApi.ts';
import type { OnNote } from '../../../../shared/messages/noteMessages.ts';
import { PassHistogram } from '../../../../shared/recording/passHistogram.ts';
import type { BareRoot, RegionCalibration } from '../../../../shared/recording/passSummary.ts';
import { BlockDecoder } from '../../../../shared/wire/blockDecoder.ts';
import {
  CLASS_FLAG,
  HOOK_OFF,
  SWAP_STATUS,
  type SwapResult,
} from '../../../../shared/wire/controlMessage.ts';
import type { CompilerWatch } from '../../jvms/compilerWatch.ts';
import { steadyPasses } from './bareTiming.ts';
import { withRegionProbes } from './regionProbes.ts';
import { whyItCannotRun } from '../../revelation/refusedClass.ts';
import { rootClassesOf, unloadedClass } from '../../revelation/revelationStart.ts';
import type { LoadingClass, RegionAgent } from '../../agent/targetAgent.ts';

const LOAD_DEADLINE_MS = 2_000;
const DEFINE_RETRY_MS = 250;
const SUBJECT = {
  noun: 'Region',
  remedy: 'Let the program use the class first, or take `sluice region --wait-for-class`.',
};

/**
 * Times one code region in a live JVM (the paper's section 5, "gross time for a single code region"): a method, or some lines of
 * one, in every loaded class of its name.
 *
 * The region is started before its probes are in the code and stopped before they are out, so the first pass of the new code
 * counts. An activation that runs already has the old code: it is timed from its next call on.
 */
export class RegionTimer {
  readonly #agent: RegionAgent;
  readonly #request: RegionRequest;
  readonly #pattern: MethodPattern;
  readonly #onNote: OnNote;
  readonly #histogram = new PassHistogram();
  readonly #decoder = new BlockDecoder({
    events: () => {},
    thread: () => {},
    threadEnd: () => {},
    recordingStart: () => {},
    passes: (regionId, durationsNs, passCount, lost) => {
      if (regionId === this.#regionId) this.#histogram.add(durationsNs, passCount, lost);
    },
  });
  /** What carries probes, or is about to. */
  readonly #classes = new Set<ClassId>();
  #regionId: RegionId | null = null;
  #calibration: RegionCalibration | null = null;
  #hookIsOn = false;
  /** Names exactly the method that is timed; "" until its class is there. */
  #method = '';

  /** @throws SluiceError 'usage' for a malformed pattern or impossible lines */
  constructor(agent: RegionAgent, request: RegionRequest, onNote: OnNote) {
    this.#agent = agent;
    this.#request = request;
    this.#onNote = onNote;
    this.#pattern = parseMethodPattern(request.method);
    if (this.#pattern.isExclusion || this.#pattern.className === null) {
      throw new UsageError(
        `Region ${request.method}: one class must be named.`,
        'For example pkg.Class::method, or pkg.Class with lines.',
      );
    }
  }

  /** One line that says what is happening. */
  get text(): string {
    return this.#method === ''
      ? `waiting for a class that ${this.#pattern.text} means`
      : `timing ${this.#method}`;
  }

  /** Takes blocks of the event file. @throws SluiceError 'protocol' for bytes that are none */
  take(bytes: Uint8Array): void {
    this.#decoder.feed(bytes);
  }

  status(elapsedMs: number): RegionStatus {
    return {
      request: this.#request,
      method: this.#method,
      elapsedMs,
      calibration: this.#calibration,
      summary: this.#histogram.summary(),
    };
  }

  /**
   * @param waitForClass a class that is not loaded yet gets its probes as it loads, and is not refused
   * @throws SluiceError 'root-not-found' | 'usage' | 'not-instrumentable'; then call `stop`
   */
  async start(waitForClass: boolean): Promise<void> {
    this.#calibration = await this.#agent.calibrateRegion();
    this.#regionId = await this.#agent.startRegion();
    // Before looking around: a class that loads meanwhile is announced if it is not listed.
    if (waitForClass) await this.#askAboutLoads(this.#pattern.className ?? '');
    const { classes } = await this.#agent.listClasses();
    const matching = rootClassesOf(this.#pattern, classes);
    const touchable = matching.filter(
      ({ name, flags }) => !isUntouchable(name) && (flags & CLASS_FLAG.modifiable) !== 0,
    );
    if (matching.length > 0 && touchable.length === 0) {
      throw new SluiceError(
        'not-instrumentable',
        `Region ${this.#pattern.text}: class ${matching[0].name} cannot be instrumented.`,
        'Time a method that calls it.',
      );
    }
    if (matching.length === 0) {
      if (waitForClass) return;
      const names = classes.filter(({ flags }) => (flags & CLASS_FLAG.hidden) === 0).map(({ name }) => name);
      const unloaded = await unloadedClass(this.#agent, this.#pattern);
      throw noRootClass(this.#pattern, names, unloaded, SUBJECT);
    }
    await this.#instrument(touchable.map(({ classId }) => classId));
  }

  /** What the method takes when nothing else is instrumented; null: it is not steady in time. @throws the signal's reason */
  steadyPasses(compilers: CompilerWatch, signal: AbortSignal): Promise<BareRoot | null> {
    const emptyNs = this.#calibration?.emptyNs ?? 0;
    return steadyPasses(() => this.#histogram.summary(), emptyNs, compilers, signal);
  }

  /**
   * Takes the probes out again. Harmless when none are in.
   * @returns whether the numbers of the agent are those that came
   */
  async stop(drain: () => Promise<void>): Promise<void> {
    const regionId = this.#regionId;
    if (regionId !== null) {
      const { passes } = await this.#agent.stopRegion(regionId);
      await drain();
      const counted = this.#histogram.passes;
      if (counted !== passes) this.#onNote('passesUntold', { ended: String(passes), told: String(counted) });
    }
    this.#regionId = null;
    if (this.#hookIsOn) {
      this.#hookIsOn = false;
      await this.#agent.setLoadHook(HOOK_OFF);
    }
    const classIds = [...this.#classes];
    this.#classes.clear(); // from now on classes are rewritten to what they were
    if (classIds.length > 0) await this.#agent.restore(classIds, 0);
  }

  classLoading({ classId, name, bytes, asked }: LoadingClass): Uint8Array | null {
    if (!asked || this.#regionId === null || !this.#pattern.matchesClass(name)) return null;
    this.#classes.add(classId);
    return this.rewriteClass(classId, bytes);
  }

  /** null: as it is. */
  rewriteClass(classId: ClassId, bytes: Uint8Array): Uint8Array | null {
    const regionId = this.#regionId;
    if (regionId === null || !this.#classes.has(classId)) return disarmedBytes(bytes);
    try {
      return this.#withProbes(bytes, regionId);
    } catch (thrown) {
      this.#classes.delete(classId);
      this.#onNote('regionClassRefused', { why: messageOf(thrown) });
      return null;
    }
  }

  /** Others have swapped the class, and nobody could answer: it gets its probes again. */
  rewriteLost(classId: ClassId): void {
    if (!this.#classes.has(classId)) return;
    this.#onNote('rewriteLost', { class: this.#pattern.className ?? this.#pattern.text });
    void this.#agent.retransform([classId], 0).catch(() => {}); // closed() tells the session
  }

  /** The class is defined without probes. */
  loaderRefuses(classId: ClassId, loader: string): void {
    if (this.#classes.delete(classId)) this.#onNote('regionClassRefused', { why: whyRefused(loader) });
  }

  async #instrument(classIds: readonly ClassId[]): Promise<void> {
    const files = await this.#agent.classBytes(classIds);
    // Tried out first, so that what is wrong is told before the program is touched.
    for (const [, bytes] of files) this.#withProbes(bytes, this.#regionId ?? (0 as RegionId));
    for (const classId of classIds) this.#classes.add(classId);
    const { results } = await this.#agent.retransform(classIds, DEFINE_RETRY_MS);
    const refused = results.filter(({ status }) => status !== SWAP_STATUS.swapped);
    for (const { classId } of refused) this.#classes.delete(classId);
    if (this.#classes.size > 0) {
      for (const result of refused) this.#onNote('regionClassRefused', { why: whyNot(result) });
      return;
    }
    throw new SluiceError(
      'not-instrumentable',
      `Region ${this.#pattern.text}: the JVM does not take the class with probes: ${refused.length > 0 ? whyNot(refused[0]) : 'it is gone'}`,
    );
  }

  #withProbes(classFile: Uint8Array, regionId: RegionId): Uint8Array {
    const { bytes, method } = withRegionProbes(classFile, this.#pattern, this.#request.lines, regionId);
    this.#method = method;
    return bytes;
  }

  async #askAboutLoads(className: string): Promise<void> {
    const { hookSettings } = new InstrumentationFilter({
      ...{ includes: [], excludes: [], includeCore: false, corePackages: new Set() },
      openModules: new Set(),
      openPackages: [],
      openClasses: [],
    });
    this.#hookIsOn = true;
    await this.#agent.setLoadHook({
      on: true,
      deadlineMs: LOAD_DEADLINE_MS,
      ...hookSettings,
      askPrefixes: className === '' ? [] : [className],
    });
  }
}

function whyNot({ status, message }: SwapResult): string {
  if (status === SWAP_STATUS.cannotRun) return whyItCannotRun(message);
  return status === SWAP_STATUS.loaderRefuses ? whyRefused(message) : message;
}

function whyRefused(loader: string): string {
  return `its class loader, ${loader}, does not hand on the class of the probes`;
}
