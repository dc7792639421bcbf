import { UsageError } from '../../../shared/base/errors.ts';
import { HeapDump } from '../../../shared/hprof/heapDump.ts';
import { LAYOUTS } from '../../../shared/hprof/objectLayout.ts';
import { answerOf } from '../../../shared/hprof/views/heapQuestion.ts';
import { ALL_OBJECTS, classesLike, type HeapSubject } from '../../../shared/hprof/views/heapSubject.ts';
import { dumpFile } from '../heapDump/dumpFile.ts';
import type { TellProgress } from '../process/answerQuestions.ts';
import type { HeapFacts, HeapFileQuestion, ReadHeap } from './readQuestions.ts';

/** One view of a dump. @throws SluiceError as HeapDump.read, join and answerOf; Error of the system */
export async function readHeap(question: HeapFileQuestion, tell: TellProgress): Promise<ReadHeap> {
  const { path, memoryBytes, view, top, depth } = question;
  const layout = LAYOUTS.find(({ id }) => id === question.layout) ?? null;
  const dump = await HeapDump.read(dumpFile(path), { onProgress: tell, layout, memoryBytes });
  const joined = await join(dump, question);
  const set = await answerOf(dump, { view, top, depth, subject: subjectOf(question) });
  return { set, facts: factsOf(dump), joined };
}

async function join(
  dump: HeapDump,
  { made, isMadeOptional = false }: HeapFileQuestion,
): Promise<ReadHeap['joined']> {
  if (made === undefined) return null;
  try {
    const { followed, contextOf, contexts } = await dump.join(made);
    return { followed, objects: contextOf.size, contexts: contexts.length };
  } catch (thrown) {
    if (isMadeOptional && thrown instanceof UsageError) return null; // a damaged dump is told as one
    throw thrown;
  }
}

/** What the question names; all objects where it names none. */
function subjectOf({ classes: pattern, object, madeBy }: HeapFileQuestion): HeapSubject {
  if (object !== undefined) return { kind: 'object', address: object };
  const classes = pattern === undefined ? ALL_OBJECTS : classesLike(pattern);
  return madeBy === undefined ? classes : { kind: 'made', ...madeBy, isWanted: classes.isWanted };
}

function factsOf(dump: HeapDump): HeapFacts {
  const { sizes, dangling, repeated } = dump.graph;
  const { title, headerBytes, referenceBytes } = sizes.layout;
  return {
    objects: dump.count,
    bytes: sizes.sizes.reduce((sum, units) => sum + units * 8, 0),
    layout: { title, headerBytes, referenceBytes },
    ...{ reason: sizes.reason, repeated, dangling },
  };
}
