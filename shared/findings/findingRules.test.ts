import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { BYTES } from '../cct/madeColumns.ts';
import { eventSets, NO_EVENT_FACTS } from '../jvmEvents/eventSet.ts';
import { LockRows } from '../jvmEvents/lockRows.ts';
import { formatPercent } from '../naming/formatNumbers.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import { ROOT_CALL_DURATIONS_SET } from '../recording/sets/rootCallSets.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import type { Finding } from './finding.ts';
import { FINDING_RULES } from './findingRules.ts';

const PAGE = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8');
const MS = 1e6;

function found(id: string, snapshot: Snapshot, before: Snapshot | null = null): readonly Finding[] {
  const rule = FINDING_RULES.find((each) => each.id === id);
  if (rule?.isOf(snapshot, before) !== true) throw new Error(`${id} does not look at this recording`);
  return rule.find({ snapshot, results: recordingResults(snapshot), names: 'shortened', before });
}

const texts = (id: string, snapshot: Snapshot): readonly string[] =>
  found(id, snapshot).map(({ text }) => text);

describe('a method that is called more often than before', () => {
  /** `roots` calls of A; each calls B, which calls C so often, and then D so often. */
  const program = (roots: number, calls: Readonly<Record<'C' | 'D', number>>): Snapshot => {
    let ns = 0;
    const at = (word: string): string => `${(ns += 10)}${word}`;
    const repeated = (name: 'C' | 'D'): string[] =>
      Array.from({ length: calls[name] }, () => [at(`>${name}`), at('>E'), at(`<E`), at(`<${name}`)]).flat();
    const root = (): string =>
      [at('>A'), at('>B'), ...repeated('C'), ...repeated('D'), at('<B'), at('<A')].join(' ');
    return exampleSnapshot(`main: ${Array.from({ length: roots }, root).join(' ')}`);
  };
  const sentences = (before: Snapshot, after: Snapshot): readonly string[] =>
    found('grown-calls', after, before).map(({ text }) => text);

  it('is told per root call, with its caller, and nothing below it', () => {
    expect(sentences(program(3, { C: 1, D: 4 }), program(1, { C: 20, D: 4 }))).toEqual([
      'd.Demo.C() is called 20 times per root call by d.Demo.B(), 1 before: 20 times as often (counted exactly).',
    ]);
  });

  it('is told where it is new and called in a loop', () => {
    expect(sentences(program(1, { C: 1, D: 0 }), program(2, { C: 1, D: 12 }))).toEqual([
      'd.Demo.D() is called 12 times per root call by d.Demo.B(), never before (counted exactly).',
    ]);
  });

  it('is usual where it is not twice as often, or less than one call more, or new and called some times', () => {
    expect(sentences(program(1, { C: 3, D: 0 }), program(1, { C: 5, D: 9 }))).toEqual([]);
    expect(sentences(program(4, { C: 1, D: 1 }), program(9, { C: 1, D: 1 }))).toEqual([]);
  });

  it('is told as a least number where a recording is not complete, and not without a root call', () => {
    const [few, many] = [program(1, { C: 1, D: 1 }), program(1, { C: 9, D: 1 })];
    expect(sentences({ ...few, complete: false }, many)[0]).toContain('at least:');
    const rootless = { ...few, methods: few.methods.map((method) => ({ ...method, root: false })) };
    expect(sentences(rootless, many)).toEqual([]);
  });

  it('is looked for in two recordings alone', () => {
    expect(() => found('grown-calls', program(1, { C: 1, D: 1 }))).toThrow('does not look');
  });
});

describe('a statement that is sent again and again', () => {
  const POOLED = { className: 'pool.ProxyPreparedStatement', name: 'executeQuery', descriptor: '()V' };
  const DRIVER = { className: 'driver.JdbcStatement', name: 'executeQuery', descriptor: '()V' };
  /** Two root calls; each calls P, which calls D, `times` times from F. */
  const program = (times: number): Snapshot => {
    let ns = 0;
    const at = (word: string): string => `${(ns += 10)}${word}`;
    const sent = (): string => [at('>P'), at('>D'), at('<D'), at('<P')].join(' ');
    const root = (): string =>
      [at('>A'), at('>F'), ...Array.from({ length: times }, sent), at('<F'), at('<A')].join(' ');
    return exampleSnapshot(`main: ${root()} ${root()}`, {}, { P: POOLED, D: DRIVER });
  };

  it('is told with its caller, once for pool and driver, per root call', () => {
    expect(texts('repeated-statement', program(12))).toEqual([
      'd.Demo.F() sends a statement 12 times per root call from one place (p.ProxyPreparedStatement.executeQuery(); ' +
        'counted exactly). They take 70.6 % of the time.',
    ]);
    expect(found('repeated-statement', program(12))[0]).toMatchObject({ row: 'd.Demo.F()', times: 12 });
  });

  it('is told as a least number where the recording is not complete', () => {
    expect(texts('repeated-statement', { ...program(12), complete: false })[0]).toContain('at least:');
  });

  it('is usual below the threshold, and what only sounds like one is none', () => {
    expect(texts('repeated-statement', program(9))).toEqual([]);
    const misnamed = { P: { ...POOLED, className: 'demo.Statements' }, D: { ...DRIVER, name: 'executor' } };
    const { threads, methods } = program(12);
    const renamed = methods.map((method) =>
      method.className.startsWith('pool')
        ? { ...method, ...misnamed.P }
        : method.className.startsWith('driver')
          ? { ...method, ...misnamed.D }
          : method,
    );
    expect(texts('repeated-statement', { ...program(1), threads, methods: renamed })).toEqual([]);
  });
});

describe('root calls of which a few take most of the time', () => {
  /** [milliseconds from, to, calls] */
  const recorded = (...rows: readonly (readonly [number, number, number])[]): Snapshot => {
    const set: DataSet = {
      ...{ id: ROOT_CALL_DURATIONS_SET, title: 'Durations of Root Calls' },
      ...columnsOf(rows, {
        texts: [['part', 'Part', () => 'all']],
        values: [
          ['atLeast', 'At Least', 'ns', ([from]) => from * MS],
          ['lessThan', 'Less Than', 'ns', ([, to]) => to * MS],
          ['calls', 'Calls', 'count', ([, , calls]) => calls],
        ],
      }),
    };
    return exampleSnapshot('main: 0>A 10<A', { dataSets: [set] });
  };

  it('are told with bounds: 10 of 1,000, of 1 s each beside 1 ms each', () => {
    const [finding] = found('slow-root-calls', recorded([1, 1.21, 990], [1000, 1210, 10]));
    expect(finding.text).toBe(
      'The slowest 10 of 1,000 root calls, from 1.00 s on, take 91.0 % ± 1.7 % of the time of all.',
    );
    // Least: 10 of 1.00 s beside 990 of 1.21 ms; largest: 10 of 1.21 s beside 990 of 1 ms.
    const [low, high] = [10 / (10 + 0.99 * 1.21), 12.1 / (12.1 + 0.99)];
    expect(finding.share! - finding.shareError!).toBeLessThanOrEqual(low);
    expect(finding.share! + finding.shareError!).toBeGreaterThanOrEqual(high);
  });

  it('are usual where all take as long, and not judged where there are few', () => {
    expect(texts('slow-root-calls', recorded([1, 1.21, 1000]))).toEqual([]);
    expect(texts('slow-root-calls', recorded([1, 1.21, 150], [1000, 1210, 10]))).toEqual([]);
  });
});

describe('a lock that blocks most', () => {
  const recorded = (...rows: readonly (readonly [string, string, number])[]): Snapshot => {
    const locks = new LockRows();
    for (const [lock, holder, ms] of rows) locks.add('blocked', lock, holder, 'demo.Demo.A()', ms * MS);
    locks.add('waiting', 'java.lang.Object', '', '', 1e12);
    return exampleSnapshot('main: 0>A 10<A', { durationMs: 1000, dataSets: locks.dataSets(true) });
  };

  it('is told with who held it longest', () => {
    const pool: readonly (readonly [string, string, number])[] = [
      ['pool.Pool', 'main', 100],
      ['pool.Pool', 'reader', 200],
      ['java.util.Vector', 'main', 100],
    ];
    expect(texts('contended-lock', recorded(...pool))).toEqual([
      'pool.Pool has 75.0 % of the 400 ms for which threads were blocked (2 waits, mostly held by reader). ' +
        "Waits below the recorder's threshold are not in it.",
    ]);
  });

  it('is no matter where threads were hardly blocked, or by many alike', () => {
    expect(texts('contended-lock', recorded(['pool.Pool', 'main', 9]))).toEqual([]);
    expect(texts('contended-lock', recorded())).toEqual([]);
    const many = ['a.A', 'b.B', 'c.C'].map((lock) => [lock, '', 100] as const);
    expect(texts('contended-lock', recorded(...many))).toEqual([]);
  });
});

describe('a collector that stops the program', () => {
  const recorded = (...pausesMs: readonly number[]): Snapshot =>
    exampleSnapshot('main: 0>A 10<A', {
      durationMs: 1000,
      dataSets: eventSets(
        pausesMs.map((ms, at) => ({
          ...NO_EVENT_FACTS,
          ...{ kind: 'GC pause' as const, startNs: at * MS, durationNs: ms * MS },
        })),
        true,
      ),
    });

  it('is told by the share of the time, and the longest pause', () => {
    expect(texts('collector-pauses', recorded(20, 60))).toEqual([
      'The collector stopped the program for 8.0 % of 1.00 s: 2 pauses, the longest 60.0 ms. The JVM timed each.',
    ]);
  });

  it('is usual below the threshold', () => {
    expect(texts('collector-pauses', recorded(20, 20))).toEqual([]);
    expect(texts('collector-pauses', recorded())).toEqual([]);
  });
});

describe('a method that makes most of the garbage', () => {
  /** Bytes that A and B make themselves. */
  const recorded = (a: number, b: number): Snapshot => {
    const snapshot = exampleSnapshot('main: 0>A 10>B 20<B 30<A');
    const [{ table, ...thread }] = snapshot.threads;
    const more = new Map([[BYTES, Float64Array.of(0, a, b)]]);
    return { ...snapshot, threads: [{ ...thread, table: { ...table, more } }] };
  };

  it('is told with its share of all bytes', () => {
    expect(texts('allocator', recorded(30 * 2 ** 20, 90 * 2 ** 20))).toEqual([
      'd.Demo.B() makes 75.0 % of 120.0 MiB, counted exactly.',
    ]);
  });

  it('is no matter of few bytes, or where many make them', () => {
    expect(texts('allocator', recorded(0, 2 ** 20))).toEqual([]);
    const [{ table }] = recorded(0, 0).threads;
    expect(table.length).toBe(3);
    expect(texts('allocator', recorded(0, 0))).toEqual([]);
  });
});

describe('probes that take longer than the program', () => {
  const calibration = { ...NO_CALIBRATION, innerNs: 10, outerNs: 15, spreadNs: 5 };

  it('are told with the method whose probes are dearest', () => {
    const script = `main: 0>A ${Array.from({ length: 50 }, (_, i) => `${30 * i + 1}>B ${30 * i + 12}<B`).join(' ')} 1510<A`;
    expect(texts('dear-probes', exampleSnapshot(script, { calibration }))).toEqual([
      expect.stringMatching(
        /^Probes took 1\.2\d µs, \d\d\.\d % ± \d+\.\d % of the time of the roots\. d\.Demo\.B\(\) has 98\.0 % of that: switch it off, or leave it out\.$/,
      ),
    ]);
  });

  it('are usual where the program takes longer', () => {
    expect(texts('dear-probes', exampleSnapshot('main: 0>A 10>B 1000<B 5000<A', { calibration }))).toEqual(
      [],
    );
  });
});

it('each rule has its part of the page, which says its threshold', () => {
  const parts = PAGE.split('\n## ').slice(1);
  expect(parts.map((part) => part.split('\n')[0])).toEqual(FINDING_RULES.map(({ title }) => title));
  for (const [at, { id, threshold }] of FINDING_RULES.entries()) {
    const from =
      threshold < 1 ? `from a share of ${formatPercent(threshold, 1)} on` : `from ${threshold} times on`;
    expect(parts[at].replace(/\s+/g, ' ')).toContain(`\`${id}\`, ${from}.`);
  }
});
