import type { ClassId } from '../../../shared/base/ids.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { ClassRow, MethodRow, OwnCode, RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import type { RecordingExtent } from '../../../shared/recording/extent.ts';
import type { Preview } from '../../../shared/recording/preview.ts';
import type { AgentConnection } from '../agent/agentConnection.ts';
import { borderMethodsOf } from '../revelation/borderMethods.ts';
import type { Instrumenter } from '../revelation/instrumenter.ts';
import { previewSubgraph } from '../revelation/previewSubgraph.ts';
import { recordingExtent } from '../revelation/recordingExtent.ts';
import { ownCodeOf } from '../source/ownCode.ts';
import { packagePlacesOf } from '../source/packagePlaces.ts';
import type { TargetClass } from '../source/sourceFinder.ts';

/** Classes whose names have that of a wanted one within them: the wanted one is among the first. */
const SAME_NAMES = 20;
/** Of a root that is not called: enough to find out how to use the program. */
const MOST_CALLERS = 100;

/** What can be asked about the classes of a target, whether it is recorded or not. */
export class TargetClasses {
  readonly #agent: AgentConnection;
  readonly #instrumenter: Instrumenter;

  constructor(agent: AgentConnection, instrumenter: Instrumenter) {
    this.#agent = agent;
    this.#instrumenter = instrumenter;
  }

  search(query: string, limit: number): Promise<readonly ClassRow[]> {
    return this.#instrumenter.searchClasses(query, limit);
  }

  methodsOf(classId: number): Promise<readonly MethodRow[]> {
    return this.#instrumenter.methodsOf(classId);
  }

  /** A class of the target, loaded or not, as its JVM has it; null: it gives none. */
  async classFile(name: string): Promise<TargetClass | null> {
    const found = (await this.search(name, SAME_NAMES)).find((row) => row.name === name);
    if (found === undefined) {
      const bytes = await this.#agent.findClassFile(name);
      return bytes && { bytes, probed: null };
    }
    const id = found.classId as ClassId;
    const bytes = (await this.#agent.classBytes([id])).get(id);
    return bytes === undefined
      ? null
      : { bytes, probed: this.#instrumenter.handlers.rewriteClass(id, bytes) };
  }

  /** See EngineApi.ownCode. */
  async ownCode(pid: number, withBorders: boolean): Promise<OwnCode> {
    const own = await ownCodeOf(pid);
    if (!withBorders) return { ...own, borders: [] };
    const patterns = own.patterns.map(parseMethodPattern);
    const isOwn = (className: string): boolean => patterns.some((pattern) => pattern.matchesClass(className));
    return { ...own, borders: await borderMethodsOf(this.#agent, isOwn) };
  }

  /** See EngineApi.extent. */
  extent(pid: number, request: RecordingRequest): Promise<RecordingExtent> {
    return recordingExtent(this.#agent, request, () => packagePlacesOf(pid));
  }

  /** See EngineApi.preview. */
  preview(request: RecordingRequest): Promise<Preview> {
    return previewSubgraph(this.#agent, request);
  }

  /** See EngineApi.rootCallers. */
  async rootCallers(): Promise<readonly string[]> {
    const callers = await this.#instrumenter.rootCallers();
    return callers.slice(0, MOST_CALLERS).map(({ owner, member }) => `${owner.facts.name}::${member.name}`);
  }
}
