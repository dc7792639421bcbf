import type { CctTable } from '../cct/cctTable.ts';
import { METHOD_ID_LIMIT } from '../base/ids.ts';
import { NO_METHOD } from '../cct/cctTable.ts';
import type { JfrAccount } from '../jfr/jfrAccount.ts';
import { KeyTable } from '../jfr/keyTable.ts';

const SELF_TIME = '';
const NODE_BYTES = 80;
const AMOUNT_BYTES = 48;

/** The tree of one thread, as columns that grow. */
export class StackTree {
  readonly #method: number[] = [NO_METHOD];
  readonly #parent: number[] = [-1];
  /** By parent and method: the place is the node without the thread itself. */
  readonly #children = new KeyTable();
  /** '': self time, ns; else the id of a further metric */
  readonly #columns = new Map<string, Map<number, number>>();

  /** @param account of the file. @throws SluiceError 'io': it allows no further node */
  child(parent: number, method: number, account: JfrAccount): number {
    const node = this.#children.placeFor(parent * METHOD_ID_LIMIT + method) + 1;
    if (node === this.#method.length) {
      account.take(NODE_BYTES);
      this.#method.push(method);
      this.#parent.push(parent);
    }
    return node;
  }

  addTime(node: number, ns: number, account: JfrAccount): void {
    this.add(node, SELF_TIME, ns, account);
  }

  /** @param metric id in FURTHER_METRICS */
  add(node: number, metric: string, amount: number, account: JfrAccount): void {
    let column = this.#columns.get(metric);
    if (column === undefined) this.#columns.set(metric, (column = new Map<number, number>()));
    const before = column.get(node);
    if (before === undefined) account.take(AMOUNT_BYTES);
    column.set(node, (before ?? 0) + amount);
  }

  table(): CctTable {
    const { length } = this.#method;
    const dense = (column: ReadonlyMap<number, number> | undefined): Float64Array => {
      const values = new Float64Array(length);
      column?.forEach((value, node) => (values[node] = value));
      return values;
    };
    const more = [...this.#columns].filter(([id]) => id !== SELF_TIME);
    return {
      length,
      method: Int32Array.from(this.#method),
      parent: Int32Array.from(this.#parent),
      calls: new Float64Array(length),
      selfNs: dense(this.#columns.get(SELF_TIME)),
      counted: new Uint8Array(length),
      ...(more.length > 0 && { more: new Map(more.map(([id, column]) => [id, dense(column)])) }),
    };
  }
}
