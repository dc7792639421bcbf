import type { Page } from '@playwright/test';
import { ThreadTrees } from '../../shared/cct/threadTrees.ts';
import { rootCallSets } from '../../shared/recording/sets/rootCallSets.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { eventScript } from '../../shared/testing/eventScript.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';

/**
 * The recording of an event script, with the durations of its root calls.
 * @param slowCallsMs a root call that lasts longer is slow; 0: root calls are not told apart
 */
export function rootCallFile(
  script: string,
  slowCallsMs: number,
  changes: Partial<Snapshot> = {},
): Uint8Array {
  const trees = new ThreadTrees();
  trees.recordingStart(null, false, slowCallsMs * 1e6);
  eventScript(script).play(trees);
  const threads = trees.snapshot().map(({ threadId: id, ...thread }) => ({ id, ...thread }));
  const dataSets = rootCallSets(trees.rootDurations(), 'nano');
  const slowCalls = slowCallsMs === 0 ? [] : [`${slowCallsMs}ms`];
  return encodeSnapshot(exampleSnapshot(script, { threads, dataSets, slowCalls, ...changes }));
}

/** A recording of one root call, A, that sends so many statements from B: more than a few are a finding. */
export function statementsFile(statements: number): Uint8Array {
  const sent = Array.from({ length: statements }, (_, i) => `${20 + 20 * i}>P ${30 + 20 * i}<P`);
  const endNs = 40 + 20 * statements;
  const statement = { className: 'pool.ProxyPreparedStatement', name: 'executeQuery', descriptor: '()V' };
  const events = ['0>A', '10>B', ...sent, `${endNs}<B`, `${endNs + 10}<A`].join(' ');
  return encodeSnapshot(exampleSnapshot(`main: ${events}`, {}, { P: statement }));
}

/** Opens one of the server's files. */
export async function openFile(page: Page, name: string): Promise<void> {
  await page.evaluate(async (file) => {
    const bytes = await (await fetch(file)).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, file);
  }, name);
}
