import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { BYTES, OBJECTS } from '../cct/madeColumns.ts';
import { linksNamed, valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import { visibleText } from '../naming/visibleText.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** What a context has made of a class. */
interface Row {
  readonly trace: number;
  readonly made: string;
  readonly live: readonly [bytes: number, objects: number];
  readonly all: readonly [bytes: number, objects: number];
}

/**
 * HPROF's table of what was made, by stack and class, with the traces it names. Nothing where no objects were counted.
 *
 *     SITES BEGIN (ordered by live bytes) Wed, 25 Nov 2026 04:20:00 GMT
 *               percent          live          alloc'ed  stack class
 *      rank   self  accum     bytes objs     bytes  objs trace name
 *         1 75.00% 75.00%       288   12      2880   120 300007 app.Session
 *     SITES END
 *
 * Source: JDK 8 demo/jvmti/hprof, hprof_site.c. Without live objects it is ordered by allocated bytes.
 * @param threadNumberOf index in snapshot.threads -> number of its THREAD START
 * @param firstTrace not given to another trace
 * @param mostLevels of a stack
 */
export function* hprofSites(
  { dataSets, threads }: Snapshot,
  created: string,
  threadNumberOf: (thread: number) => number,
  nameOf: (method: number) => string,
  firstTrace: number,
  mostLevels: number,
): Generator<string> {
  const set = dataSets.find(({ id }) => id === MADE_CONTEXTS_SET);
  if (set === undefined || set.rows === 0) return;
  const [threadOf, nodeOf] = ['thread', 'context'].map((id) => linksNamed(set, id));
  const values = [LIVE_BYTES, LIVE_OBJECTS, BYTES, OBJECTS].map(
    (id) => valuesNamed(set, id) ?? new Float64Array(set.rows),
  );
  const isLive = set.values.some(({ id }) => id === LIVE_BYTES);
  const traces = new Map<string, number>();
  const rows = new Map<string, Row>();
  for (let row = 0; row < set.rows; row++) {
    const [thread, node] = [threadOf?.[row] ?? -1, nodeOf?.[row] ?? -1];
    const table = threads.at(thread)?.table;
    if (thread < 0 || table === undefined || !(node > 0 && node < table.length)) continue;
    const context = `${thread} ${node}`;
    let trace = traces.get(context);
    if (trace === undefined) {
      traces.set(context, (trace = firstTrace + traces.size));
      yield `TRACE ${trace}: (thread=${threadNumberOf(thread)})\n`;
      for (let at = node, level = 0; at > 0 && level < mostLevels; at = table.parent[at], level++)
        yield `\t${nameOf(table.method[at])}(Unknown Source)\n`;
    }
    const made = set.texts[0].texts[row];
    const key = `${trace} ${made}`;
    const [liveBytes, live, bytes, all] = values.map((column) => column[row]);
    const before = rows.get(key);
    rows.set(key, {
      ...{ trace, made },
      live: [liveBytes + (before?.live[0] ?? 0), live + (before?.live[1] ?? 0)],
      all: [bytes + (before?.all[0] ?? 0), all + (before?.all[1] ?? 0)],
    });
  }
  yield* siteLines([...rows.values()], isLive, created);
}

function* siteLines(rows: Row[], isLive: boolean, created: string): Generator<string> {
  const weight = ({ live, all }: Row): number => (isLive ? live[0] : all[0]);
  const total = rows.reduce((sum, row) => sum + weight(row), 0);
  yield `SITES BEGIN (ordered by ${isLive ? 'live' : 'allocated'} bytes) ${created}\n`;
  yield "          percent          live          alloc'ed  stack class\n";
  yield ' rank   self  accum     bytes objs     bytes  objs trace name\n';
  let sum = 0;
  for (const [i, row] of rows.sort((a, b) => weight(b) - weight(a)).entries()) {
    sum += weight(row);
    const share = (part: number): string =>
      `${(total === 0 ? 0 : (100 * part) / total).toFixed(2)}%`.padStart(6);
    const pair = ([bytes, objects]: readonly [number, number]): string =>
      `${String(Math.round(bytes)).padStart(9)} ${String(Math.round(objects)).padStart(4)}`;
    yield `${String(i + 1).padStart(5)} ${share(weight(row))} ${share(sum)} ${pair(row.live)} ${pair(row.all)} ${row.trace} ${visibleText(row.made)}\n`;
  }
  yield 'SITES END\n';
}
