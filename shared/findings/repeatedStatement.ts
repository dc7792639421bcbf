import type { CorrectedTree } from '../cct/overhead.ts';
import { countsCalls } from '../events/clock.ts';
import { formatMeanInText, formatPercent, SEPARATOR } from '../naming/formatNumbers.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import type { Finding, FindingRule } from './finding.ts';

/** Those of java.sql.Statement and PreparedStatement that go to the database. */
const EXECUTES = /^execute(Query|Update|LargeUpdate|Batch|LargeBatch)?$/;
/** Drivers and pools name their classes so: JdbcPreparedStatement, HikariProxyPreparedStatement. */
const STATEMENT = /Statement(?![a-z])[^.]*$/;
/** Of one recording: the worst come first. */
const MOST_TOLD = 5;

/** One context sends a statement again and again within one root call: N + 1 of object mappers. */
export const REPEATED_STATEMENT: FindingRule = {
  id: 'repeated-statement',
  title: 'A statement is sent again and again in one root call',
  threshold: 10,
  isOf: ({ clock, threads }) => countsCalls(clock) && threads.length > 0,
  find: ({ snapshot, results: { all, methods, totalNs }, names }) => {
    const nameOf = methods.namer(names);
    const rootCalls = callsOfRoots(all);
    return statementsOf(all, methods)
      .map((node) => ({ node, perRootCall: all.calls[node] / rootCalls }))
      .filter(({ perRootCall }) => perRootCall >= REPEATED_STATEMENT.threshold)
      .sort((a, b) => b.perRootCall - a.perRootCall || a.node - b.node)
      .slice(0, MOST_TOLD)
      .map(({ node, perRootCall }): Finding => {
        const caller = nameOf(all.method[all.parent[node]]);
        const share = totalNs > 0 ? all.totalNs[node] / totalNs : null;
        const took = share === null ? '' : ` They take ${formatPercent(share, 1)} of the time.`;
        const exactly = snapshot.complete ? 'counted exactly' : 'at least: the recording is not complete';
        return {
          text:
            `${caller} sends a statement ${formatMeanInText(perRootCall, SEPARATOR)} times per root call from one place ` +
            `(${nameOf(all.method[node])}; ${exactly}).${took}`,
          row: caller,
          view: 'tree',
          ...{ share, shareError: null, times: perRootCall },
        };
      });
  },
};

function callsOfRoots({ length, parent, calls }: CorrectedTree): number {
  let sum = 0;
  for (let node = 1; node < length; node++) if (parent[node] === 0) sum += calls[node];
  return sum;
}

/** The outermost ones: a pool's statement calls that of the driver. O(nodes); a parent comes before its children. */
function statementsOf({ length, parent, method }: CorrectedTree, methods: MethodTable): readonly number[] {
  const isWithin = new Uint8Array(length);
  const sends = new Map<number, boolean>();
  const found: number[] = [];
  for (let node = 1; node < length; node++) {
    let isStatement = sends.get(method[node]);
    if (isStatement === undefined) {
      const { className, name } = methods.get(method[node]);
      sends.set(method[node], (isStatement = EXECUTES.test(name) && STATEMENT.test(className)));
    }
    if (isStatement && isWithin[parent[node]] === 0 && parent[node] !== 0) found.push(node);
    isWithin[node] = isStatement || isWithin[parent[node]] === 1 ? 1 : 0;
  }
  return found;
}
