import type { CctTable } from '../../cct/cctTable.ts';
import { BYTES, OBJECTS } from '../../cct/madeColumns.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../../cct/liveTable.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import { accountedNodes } from './accountedNodes.ts';
import type { AccountUse } from '../options/accountLimits.ts';
import { accountsByMethod, type Account } from '../options/accounts.ts';

/** What the contexts of each account have made, and what of that is still there: those on no account are left out. */
export function accountUses(
  tables: readonly CctTable[],
  accounts: readonly Account[],
  methods: readonly MethodInfo[],
): ReadonlyMap<string, AccountUse> {
  const accountOf = accountsByMethod(accounts, methods);
  const sums = accounts.map(() => ({ liveObjects: 0, liveBytes: 0, variance: 0, objects: 0, bytes: 0 }));
  for (const table of tables) {
    const { agent } = accountedNodes(table, accountOf);
    const column = (id: string): Float64Array => table.more?.get(id) ?? new Float64Array(table.length);
    const [objects, bytes] = [column(OBJECTS), column(BYTES)];
    const [liveObjects, liveBytes] = [column(LIVE_OBJECTS), column(LIVE_BYTES)];
    for (let node = 1; node < table.length; node++) {
      const sum = sums.at(agent[node]);
      if (agent[node] < 0 || sum === undefined) continue;
      sum.objects += objects[node];
      sum.bytes += bytes[node];
      sum.liveObjects += liveObjects[node];
      sum.liveBytes += liveBytes[node];
    }
    const { live } = table;
    for (let row = 0; row < (live?.length ?? 0); row++) {
      const account = agent[live?.node[row] ?? 0];
      if (account >= 0) sums[account].variance += live?.variance[row] ?? 0;
    }
  }
  return new Map(
    accounts.map(({ name }, i) => {
      const { variance, ...sum } = sums[i];
      return [name, { ...sum, liveError: Math.sqrt(variance) }];
    }),
  );
}
