import { countsCalls } from '../events/clock.ts';
import { BLOCKED, BLOCKED_TIMES, SAMPLES } from '../metrics/furtherMetrics.ts';
import { hprofSites } from './hprofSites.ts';
import { gathered } from '../report/gathered.ts';
import { COLLAPSED_LEVELS } from './collapsed.ts';
import { exportNotes } from './exportNotes.ts';
import { visibleText } from '../naming/visibleText.ts';
import { frameNamer } from './frameNames.ts';
import { type ExportedRecording } from './exportedRecording.ts';
import { foldDeepRows, type ThreadRows } from './threadRows.ts';

/** HPROF's own first numbers. */
const FIRST_THREAD = 200_001;
const FIRST_TRACE = 300_001;

/** A context with a value of its own. */
interface Site {
  readonly value: number;
  readonly count: number;
  readonly trace: number;
  readonly method: string;
}

/** One of HPROF's tables, as far as the recording has its numbers. */
interface Table {
  readonly title: string;
  /** Behind the total. */
  readonly unit: string;
  /** What is at the end of a row. */
  readonly last: string;
  readonly valueOf: (rows: ThreadRows, row: number) => number;
  readonly countOf: (rows: ThreadRows, row: number) => number;
}

/**
 * HPROF's text, for the tools that read it: threads, a trace for each context that has something of its own, and tables
 *
 *     TRACE 300001: (thread=200001)
 *         demo.Shop.order(Unknown Source)
 *         demo.Shop.main(Unknown Source)
 *     CPU SAMPLES BEGIN (total = 4) Wed, 25 Nov 2026 04:20:00 GMT
 *     rank   self  accum   count trace method
 *        1 75.00% 75.00%       3 300001 demo.Shop.order
 *     CPU SAMPLES END
 *
 * SITES of recordings with objects, CPU SAMPLES of those with samples, CPU TIME (ms) of those with calls, MONITOR TIME of those with blocked threads.
 * Source: JDK 8 demo/jvmti/hprof, hprof_io.c.
 */
export function hprofText(recording: ExportedRecording): Generator<string> {
  return gathered(parts(recording));
}

function* parts(recording: ExportedRecording): Generator<string> {
  const created = new Date(recording.snapshot.startedAtMs).toUTCString();
  yield `JAVA PROFILE 1.0.1, created ${created}\n\n`;
  for (const note of exportNotes(recording)) yield `${note}\n`;
  yield '--------\n\n';
  const threads = recording.threads.map(({ name, rows }, i) => ({
    name,
    id: FIRST_THREAD + i,
    rows: foldDeepRows(rows, COLLAPSED_LEVELS),
  }));
  for (const { id, name } of threads)
    yield `THREAD START (obj=0, id = ${id}, name="${visibleText(name).replaceAll('"', '\\u0022')}", group="main")\n`;
  const tables = tablesOf(recording);
  const sites = tables.map((): Site[] => []);
  const nameOf = frameNamer(recording.methods, ({ className, name }) => visibleText(`${className}.${name}`));
  let trace = FIRST_TRACE;
  for (const { id, rows } of threads) {
    const stack: string[] = []; // depth -> frame
    for (let row = 0; row < rows.length; row++) {
      const method = nameOf(rows.method[row]);
      stack.length = rows.depth[row];
      stack.push(method);
      const values = tables.map(({ valueOf }) => valueOf(rows, row));
      if (!values.some((value) => value > 0)) continue;
      yield `TRACE ${trace}: (thread=${id})\n`;
      for (let depth = stack.length - 1; depth >= 0; depth--) yield `\t${stack[depth]}(Unknown Source)\n`;
      tables.forEach(({ countOf }, i) => {
        if (values[i] > 0) sites[i].push({ value: values[i], count: countOf(rows, row), trace, method });
      });
      trace++;
    }
  }
  const threadNumberOf = (thread: number): number =>
    FIRST_THREAD + recording.threads.findIndex(({ id }) => id === recording.snapshot.threads[thread].id);
  yield* hprofSites(recording.snapshot, created, threadNumberOf, nameOf, trace, COLLAPSED_LEVELS);
  for (const [i, table] of tables.entries()) yield* tableText(table, sites[i], created);
}

function tablesOf({ snapshot, threads, isTimed }: ExportedRecording): readonly Table[] {
  const has = (metric: string): boolean => threads.some(({ rows }) => rows.further.has(metric));
  const of =
    (metric: string) =>
    (rows: ThreadRows, row: number): number =>
      rows.further.get(metric)?.[row] ?? 0;
  const samples = {
    title: 'CPU SAMPLES',
    unit: '',
    last: 'method',
    valueOf: of(SAMPLES),
    countOf: of(SAMPLES),
  };
  const times: Table = {
    ...{ title: 'CPU TIME (ms)', unit: '', last: 'method' },
    valueOf: ({ selfNs, calls }, row) => (isTimed ? selfNs[row] / 1e6 : calls[row]),
    countOf: ({ calls }, row) => calls[row],
  };
  const monitors: Table = {
    ...{ title: 'MONITOR TIME', unit: ' ms', last: 'monitor' },
    valueOf: (rows, row) => of(BLOCKED)(rows, row) / 1e6,
    countOf: of(BLOCKED_TIMES),
  };
  return [countsCalls(snapshot.clock) ? times : samples, ...(has(BLOCKED) ? [monitors] : [])];
}

function* tableText({ title, unit, last }: Table, sites: Site[], created: string): Generator<string> {
  const total = sites.reduce((sum, { value }) => sum + value, 0);
  yield `${title} BEGIN (total = ${Math.round(total)}${unit}) ${created}\n`;
  yield `rank   self  accum   count trace ${last}\n`;
  let sum = 0;
  for (const [i, { value, count, trace, method }] of sites.sort((a, b) => b.value - a.value).entries()) {
    sum += value;
    const share = (part: number): string => `${((100 * part) / total).toFixed(2)}%`.padStart(6);
    yield `${String(i + 1).padStart(4)} ${share(value)} ${share(sum)} ${String(count).padStart(7)} ${trace} ${method}\n`;
  }
  yield `${title} END\n`;
}
