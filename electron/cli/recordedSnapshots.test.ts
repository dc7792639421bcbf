import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HeapCount } from '../../shared/ipc/heapAnswers.ts';
import { checkSnapshotPlace, snapshotChoice, snapshotFile, takeSnapshots } from './recordedSnapshots.ts';

describe('snapshots of a recording that goes on', () => {
  it('stand beside it, by number', () => {
    expect(snapshotFile('shop.sluice', 1)).toBe('shop.1.sluice');
    expect(snapshotFile('/runs/of today/shop.v2.sluice', 12)).toBe('/runs/of today/shop.v2.12.sluice');
    expect(snapshotFile('shop', 2)).toBe('shop.2');
  });

  it.each([
    [{ collect: true }, '--collect is of snapshots, and none are asked for.'],
    [{ snapshotEvery: 999 }, '--snapshot-every is too often: each saves the whole recording.'],
    [
      { snapshotEvery: 1_000, collect: true },
      '--collect: no objects are followed, so a collection tells nothing.',
    ],
  ])('are refused as %j where they make no sense', (flags, sentence) => {
    expect(() => snapshotChoice(flags, { live: [] })).toThrow(sentence);
  });

  it('replace no file that is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    try {
      const file = join(folder, 'run.sluice');
      expect(() => checkSnapshotPlace(file)).not.toThrow();
      writeFileSync(join(folder, 'run.1.sluice'), 'mine');
      expect(() => checkSnapshotPlace(file)).toThrow(/run\.1\.sluice.*it is there already/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are taken without a collection unless it is asked for', () => {
    expect(snapshotChoice({}, { live: [] })).toBeNull();
    expect(snapshotChoice({ snapshotEvery: 10_000 }, { live: [] })).toEqual({
      ...{ everyMs: 10_000, collects: false },
    });
  });

  it('come one after the other, each behind its collection, until the end', async () => {
    const done = new AbortController();
    const happened: string[] = [];
    let last = Promise.resolve();
    await takeSnapshots(
      {
        engine: {
          heapCount: (pid, live) => {
            happened.push(`counted ${live ? 'live objects' : 'all'} of ${pid}`);
            return Promise.resolve({ pauseMs: 210 } as HeapCount);
          },
        },
        terminal: { talk: (text) => happened.push(text) },
        commands: {
          queue: (task) => void (last = last.then(task)),
          get obeyed() {
            return last;
          },
        },
        ...{ pid: 4711, file: 'run.sluice' },
        save: (file) => {
          if (file === 'run.2.sluice') done.abort();
          return Promise.resolve();
        },
      },
      { everyMs: 1, collects: true },
      done.signal,
    );
    const collected = [
      '4711 collects all garbage and counts what is left; it stands still meanwhile',
      'counted live objects of 4711',
      'it stood still for at most 0.21 s',
    ];
    expect(happened).toEqual([
      ...[...collected, 'saved run.1.sluice; the recording goes on'],
      ...[...collected, 'saved run.2.sluice; the recording goes on'],
    ]);
  });
});
