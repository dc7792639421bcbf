/** An event as the slow tree takes it, in the order in which the thread met it. */
export type SlowEvent =
  | { readonly kind: 'entry' | 'exit'; readonly method: number; readonly timeNs: number }
  | { readonly kind: 'counted'; readonly method: number }
  | { readonly kind: 'adjust'; readonly durationNs: number }
  | { readonly kind: 'rootIn' }
  | { readonly kind: 'missedExits'; readonly frames: number };

interface SlowNode {
  readonly method: number;
  readonly children: Map<number, SlowNode>;
  calls: number;
  selfNs: number;
  counted: boolean;
}

/** The calling context tree as anyone would write it down: objects, maps, a stack, times without wrap. */
export class SlowCct {
  readonly root: SlowNode = newNode(-1);
  #stack: SlowNode[] = [this.root];
  #lastNs: number | null = null;

  take(event: SlowEvent): void {
    switch (event.kind) {
      case 'rootIn':
        this.#stack = [this.root];
        return;
      case 'missedExits':
        this.#stack.length = Math.max(1, this.#stack.length - event.frames);
        return;
      case 'adjust':
        if (this.#lastNs !== null) this.#lastNs += event.durationNs;
        return;
      case 'counted': {
        const callee = this.#called(event.method);
        callee.counted = true;
        return;
      }
      case 'entry':
        this.#charge(event.timeNs);
        this.#stack.push(this.#called(event.method));
        return;
      case 'exit':
        this.#charge(event.timeNs);
        this.#exit(event.method);
    }
  }

  /** The lines of formatTree. */
  format(methodNames: ReadonlyMap<number, string>): string[] {
    const lines: string[] = [];
    const add = (node: SlowNode, indent: string): void => {
      for (const child of node.children.values()) {
        const name = methodNames.get(child.method) ?? `#${child.method}`;
        const times = child.counted ? 'counted' : `total ${totalNs(child)} self ${child.selfNs}`;
        lines.push(`${indent}${name} calls ${child.calls} ${times}`);
        add(child, `${indent}  `);
      }
    };
    add(this.root, '');
    return lines;
  }

  #charge(timeNs: number): void {
    const node = this.#stack[this.#stack.length - 1];
    if (this.#lastNs !== null && node !== this.root) node.selfNs += Math.max(0, timeNs - this.#lastNs);
    this.#lastNs = timeNs;
  }

  #called(method: number): SlowNode {
    const caller = this.#stack[this.#stack.length - 1];
    const callee = caller.children.get(method) ?? newNode(method);
    caller.children.set(method, callee);
    callee.calls++;
    return callee;
  }

  #exit(method: number): void {
    const open = this.#stack.findLastIndex((node) => node.method === method);
    if (open > 0) this.#stack.length = open;
  }
}

function newNode(method: number): SlowNode {
  return { method, children: new Map(), calls: 0, selfNs: 0, counted: false };
}

function totalNs(node: SlowNode): number {
  let sum = node.selfNs;
  for (const child of node.children.values()) sum += totalNs(child);
  return sum;
}
