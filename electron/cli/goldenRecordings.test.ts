import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HISTOGRAMS_SET, SNAPSHOTS_SET } from '../../shared/compare/heapSnapshotSets.ts';
import { EVENTS_SET } from '../../shared/jvmEvents/eventSet.ts';
import { LOCKS_SET } from '../../shared/jvmEvents/lockRows.ts';
import { STATES_SET } from '../../shared/jvmEvents/stateSet.ts';
import {
  ACCOUNT_OBJECTS_SET,
  ACCOUNTS_SET,
  PRINCIPALS_SET,
} from '../../shared/recording/sets/accountSets.ts';
import { ALLOCATION_SET } from '../../shared/recording/sets/allocationSet.ts';
import { FOLLOWED_SET } from '../../shared/recording/sets/followedSet.ts';
import { LIVE_SET } from '../../shared/recording/sets/liveSets.ts';
import { MADE_CONTEXTS_SET, MADE_SET } from '../../shared/recording/sets/madeSets.ts';
import { ROOT_CALL_DURATIONS_SET, ROOT_CALLS_SET } from '../../shared/recording/sets/rootCallSets.ts';
import { LINES_SET } from '../../shared/recording/samples/sampledLines.ts';
import { notesOf, type Snapshot } from '../../shared/recording/snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { namedTables } from '../../shared/tables/namedTables.ts';
import { sluice } from './testing/commandLine.ts';

/**
 * Recordings of each version as Sluice wrote them then, and beside each what it showed: a line for each view, its name and its JSON.
 * Fields may be added, no number may change, except one that was wrong (errors of samples, which add in squares). What a file showed is written once, where it is missing:
 *
 *     SLUICE_WRITE_GOLDEN=1 npx vitest run electron/cli/goldenRecordings.test.ts
 */
const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'recording', 'golden');
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sluice'))
  .map((name) => name.replace(/\.sluice$/, ''));
/** Those that runs of Sluice have made of JVMs, with whatever version 8 has. */
const OF_THIS_VERSION = NAMES.filter((name) => name.startsWith('version8-'));

const fileOf = (name: string): string => join(FOLDER, `${name}.sluice`);
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(fileOf(name)));
const read = (name: string): Snapshot => decodeSnapshot(bytesOf(name));

async function shown(name: string, view: string): Promise<string> {
  const { out, err } = await sluice('report', fileOf(name), '--view', view, '--format', 'json');
  expect(err).toBe('');
  return JSON.stringify(JSON.parse(out));
}

function viewsOf(name: string): readonly string[] {
  const snapshot = read(name);
  const trees = snapshot.threads.length === 0 ? [] : ['tree', 'hot', 'threads', 'packages'];
  return [...trees, ...namedTables(snapshot).map(({ id }) => id)];
}

/** view -> JSON */
async function writtenThen(name: string): Promise<ReadonlyMap<string, string>> {
  const path = join(FOLDER, `${name}.shown.txt`);
  if (process.env['SLUICE_WRITE_GOLDEN'] === '1' && !existsSync(path)) {
    const lines: string[] = [];
    for (const view of viewsOf(name)) lines.push(`${view} ${await shown(name, view)}\n`);
    writeFileSync(path, lines.join(''));
  }
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

describe.each(NAMES)('the golden recording %s', (name) => {
  it('shows the same numbers in each view as when it was written', async () => {
    const then = await writtenThen(name);
    expect(then.size).toBeGreaterThan(0);
    for (const [view, json] of then)
      expect(JSON.parse(await shown(name, view)), view).toMatchObject(JSON.parse(json) as object);
  });

  it('has nothing that is not known', () => {
    expect(notesOf(read(name)).filter((note) => note.includes('newer Sluice'))).toEqual(
      name === 'version8' ? [expect.stringContaining('the metrics beats are kept')] : [],
    );
  });
});

it.each(OF_THIS_VERSION)('%s is written again byte by byte', (name) => {
  expect(Buffer.from(encodeSnapshot(read(name)))).toEqual(Buffer.from(bytesOf(name)));
});

it('recordings of this version have each data set and each metric that it measures', () => {
  const snapshots = OF_THIS_VERSION.map(read);
  expect([...new Set(snapshots.flatMap(({ dataSets }) => dataSets.map(({ id }) => id)))]).toEqual(
    expect.arrayContaining([
      ...[MADE_SET, MADE_CONTEXTS_SET, ALLOCATION_SET, LIVE_SET, FOLLOWED_SET],
      ...[ACCOUNTS_SET, PRINCIPALS_SET, ACCOUNT_OBJECTS_SET, ROOT_CALLS_SET, ROOT_CALL_DURATIONS_SET],
      ...[
        LINES_SET,
        EVENTS_SET,
        STATES_SET,
        LOCKS_SET,
        SNAPSHOTS_SET,
        HISTOGRAMS_SET,
        'histogram',
        'suspects',
      ],
    ]),
  );
  const trees = snapshots.flatMap(({ threads }) => threads.map(({ table }) => table));
  expect([...new Set(trees.flatMap(({ more }) => [...(more?.keys() ?? [])]))]).toEqual(
    expect.arrayContaining([
      ...['bytecodes', 'bytecodesError', 'weightedBytecodes', 'weightedBytecodesError'],
      ...['objects', 'elements', 'bytes', 'liveObjects', 'liveBytes', 'sampledNs', 'samples', 'cpuNs'],
      ...['blockedNs', 'blocks', 'waitingNs', 'parkedNs', 'sleepingNs'],
    ]),
  );
});
