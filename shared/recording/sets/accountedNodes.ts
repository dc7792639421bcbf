import type { CctTable } from '../../cct/cctTable.ts';
import { NO_ACCOUNT } from '../options/accounts.ts';

/** On whose account a context works, and on whose behalf: places of accounts, or NO_ACCOUNT. */
export interface AccountedNodes {
  readonly agent: Int32Array; //     node -> nearest account on the stack
  readonly principal: Int32Array; // node -> the next other one
}

/**
 *     srv.Main.handle           agent srv
 *      └ app.Servlet.serve      agent app, principal srv
 *         ├ util.Buf.of         agent app, principal srv: util is no account, so it works for whoever calls it
 *         └ xml.Parser.parse    agent xml, principal app
 *
 * Parents stand before their children. O(nodes).
 */
export function accountedNodes(
  { length, method, parent }: Pick<CctTable, 'length' | 'method' | 'parent'>,
  accountOf: (method: number) => number,
): AccountedNodes {
  const agent = new Int32Array(length).fill(NO_ACCOUNT);
  const principal = new Int32Array(length).fill(NO_ACCOUNT);
  for (let node = 1; node < length; node++) {
    const above = parent[node];
    const own = accountOf(method[node]);
    const isNext = own !== NO_ACCOUNT && own !== agent[above];
    agent[node] = isNext ? own : agent[above];
    principal[node] = isNext ? agent[above] : principal[above];
  }
  return { agent, principal };
}
