import type { ClassId } from '../../../shared/base/ids.ts';
import { ProbeIds } from './probeIds.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import { previewOf, type Preview } from '../../../shared/recording/preview.ts';
import { refusedClassSentence } from './refusedClass.ts';
import { prepareSubgraph } from './revelationStart.ts';
import type { Subgraph } from './revelationSubgraph.ts';
import { Stopwatch } from './stopwatch.ts';
import { TurnBudget } from '../process/turnBudget.ts';
import type { TargetAgent } from '../agent/targetAgent.ts';

/**
 * What a recording would instrument: all that its roots may reach among the loaded classes (the paper's Scheme A), rewritten
 * on trial, so that what cannot carry probes is known with its reason. Nothing changes in the target.
 * @throws SluiceError 'usage', 'root-not-found', 'not-instrumentable', as the start would
 */
export async function previewSubgraph(agent: TargetAgent, request: RecordingRequest): Promise<Preview> {
  const methods: MethodInfo[] = [];
  const refusals: string[] = [];
  const scheme = request.scheme === 'everything' ? 'everything' : 'eager';
  const { subgraph } = await prepareSubgraph(
    agent,
    { ...request, scheme },
    {
      onNote: () => undefined,
      allowUnloadedRoots: false,
      ids: new ProbeIds(agent.layout),
      onMethods: (found) => void methods.push(...found),
      onRefusal: (text) => void refusals.push(text),
      onRefusedClass: (refused) => void refusals.push(refusedClassSentence(refused, 1)),
      analysis: new Stopwatch(),
    },
  );
  subgraph.start();
  const budget = new TurnBudget();
  const tried = new Set<number>();
  // What a refused method calls is reached without it, which may be in classes that come anew.
  for (;;) {
    const next = subgraph.plannedClassIds.filter((classId) => !tried.has(classId));
    if (next.length === 0) break;
    for (const classId of next) tried.add(classId);
    await budget.run(rewriteAll(subgraph, await agent.classBytes(next)));
    subgraph.takeReached();
  }
  return previewOf(request.roots, methods, refusals);
}

function* rewriteAll(
  subgraph: Subgraph,
  files: ReadonlyMap<ClassId, Uint8Array>,
): Generator<void, void, undefined> {
  for (const [classId, bytes] of files) {
    subgraph.rewrite(classId, bytes);
    yield;
  }
}
