import type { MethodNode } from '../../shared/callgraph/methodNode.ts';
import type { MethodPattern } from '../../shared/callgraph/methodPattern.ts';
import type {
  ClassRow,
  MethodRow,
  RecordingRequest,
  SwitchedOffMethods,
} from '../../shared/ipc/engineApi.ts';
import type { MethodInfo } from '../../shared/model/methodInfo.ts';
import type { AgentHandlers, TargetAgent } from './targetAgent.ts';

/** What decides which methods are instrumented, and when: revelation.ts, as the session needs it. */
export interface Instrumenter {
  readonly handlers: Pick<
    AgentHandlers,
    'classLoading' | 'rewriteClass' | 'firstInvoked' | 'reflected' | 'loaderSeen'
  >;
  /** @throws SluiceError 'root-not-found' | 'not-instrumentable' | 'usage'; then nothing is instrumented */
  start(request: RecordingRequest, options: { readonly allowUnloadedRoots: boolean }): Promise<void>;
  /** Takes all instrumentation out again. */
  stop(): Promise<void>;
  /** See Revelation.switchMethods. */
  switchMethods(patterns: readonly MethodPattern[], on: boolean): Promise<readonly MethodNode[]>;
  searchClasses(query: string, limit: number): Promise<readonly ClassRow[]>;
  methodsOf(classId: number): Promise<readonly MethodRow[]>;
  stats(): {
    readonly instrumentedMethods: number;
    readonly instrumentedClasses: number;
    readonly hotSwaps: number;
    readonly swapMs: number;
    readonly analysisMs: number;
    readonly refusals: readonly string[];
    readonly callsMayBeMissing: boolean;
    readonly switchedOff: SwitchedOffMethods;
  };
}

export type MakeInstrumenter = (
  agent: TargetAgent,
  onMethods: (methods: readonly MethodInfo[]) => void,
  onNote: (severity: 'note' | 'warning' | 'error', text: string) => void,
) => Instrumenter;
