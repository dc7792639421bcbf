import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HeapCount } from '../../../shared/ipc/heapAnswers.ts';
import {
  checkSnapshotPlace,
  collectGarbage,
  snapshotChoice,
  snapshotFile,
  takeSnapshots,
} from './recordedSnapshots.ts';

describe('snapshots of a recording that goes on', () => {
  it('stand beside it, by number', () => {
    expect(snapshotFile('shop.sluice', 1)).toBe('shop.1.sluice');
    expect(snapshotFile('/runs/of today/shop.v2.sluice', 12)).toBe('/runs/of today/shop.v2.12.sluice');
    expect(snapshotFile('shop', 2)).toBe('shop.2');
  });

  it.each([
    [{ collect: true }, '--collect: no objects are followed, so a collection tells nothing.'],
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
    expect(snapshotChoice({}, { live: [] })).toEqual({ everyMs: null, collects: false });
    expect(snapshotChoice({ snapshotEvery: 10_000 }, { live: [] })).toEqual({
      ...{ everyMs: 10_000, collects: false },
    });
  });

  it('are taken behind a collection where only typed ones and the end are to come', () => {
    expect(snapshotChoice({ collect: true }, { live: ['512k'] })).toEqual({ everyMs: null, collects: true });
  });

  it('come one after the other, until the end', async () => {
    const done = new AbortController();
    const happened: string[] = [];
    let last = Promise.resolve();
    await takeSnapshots(
      {
        terminal: { talk: (text) => happened.push(text) },
        commands: {
          queue: (task) => void (last = last.then(task)),
          get obeyed() {
            return last;
          },
        },
        ...{ everyMs: 1, file: 'run.sluice' },
        save: (file) => {
          if (file === 'run.2.sluice') done.abort();
          return Promise.resolve();
        },
      },
      done.signal,
    );
    expect(happened).toEqual([
      'saved run.1.sluice; the recording goes on',
      'saved run.2.sluice; the recording goes on',
    ]);
  });

  it('are behind a collection whose pause is told', async () => {
    const happened: string[] = [];
    await collectGarbage(
      {
        heapCount: (pid, live) => {
          happened.push(`counted ${live ? 'live objects' : 'all'} of ${pid}`);
          return Promise.resolve({ pauseMs: 210 } as HeapCount);
        },
      },
      { talk: (text) => happened.push(text) },
      4711,
    );
    expect(happened).toEqual([
      '4711 collects all garbage and counts what is left; it stands still meanwhile',
      'counted live objects of 4711',
      'it stood still for at most 0.21 s',
    ]);
  });
});
