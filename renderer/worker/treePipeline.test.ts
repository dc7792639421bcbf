import { expect, test } from 'vitest';
import { MethodTable } from '../../shared/naming/methodTable.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { OpenedRecording } from './openedRecording.ts';
import { TreePipeline } from './treePipeline.ts';

/** A recording that counts how often the thread of a tree is looked at. */
class CountedRecording extends OpenedRecording {
  looks = 0;

  override trees(): ReturnType<OpenedRecording['trees']> {
    const look = (): void => void this.looks++;
    return super.trees().map((tree) => ({
      ...tree,
      get threadId() {
        look();
        return tree.threadId;
      },
    }));
  }
}

const THREADS = 500;
const SCRIPT = Array.from({ length: THREADS }, (_, i) => `t${i}: 0>A ${i + 1}<A`).join('\n');

test('each thread alone looks at each tree a few times, however many threads there are', () => {
  const snapshot = exampleSnapshot(SCRIPT);
  const threads = snapshot.threads.flatMap((thread) => [
    { ...thread, group: 'fast' },
    { ...thread, group: 'slow' },
  ]);
  const source = new CountedRecording({ ...snapshot, threads });
  const made = [...new TreePipeline().eachThread(source, new MethodTable(snapshot.methods))];
  expect(made.map(({ name, tree }) => `${name} ${tree.totalNs[0]}`)).toEqual(
    Array.from({ length: THREADS }, (_, i) => `t${i} ${2 * (i + 1)}`),
  );
  expect(source.looks).toBeLessThanOrEqual(4 * threads.length);
});

test('each thread of two recordings looks at each tree a few times', () => {
  const snapshot = exampleSnapshot(SCRIPT);
  const before = new CountedRecording(snapshot);
  const ids = Int32Array.from({ length: 32 }, (_, id) => id);
  const baseline = { source: before, ids, comparedIds: ids, units: { a: 1, b: 1 } };
  const after = new CountedRecording(snapshot, baseline);
  const made = [...new TreePipeline().eachThread(after, new MethodTable(snapshot.methods))];
  expect(made.length).toBe(THREADS);
  expect(before.looks + after.looks).toBeLessThanOrEqual(8 * THREADS);
});
