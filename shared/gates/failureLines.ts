import type { GateFailure } from './gate.ts';

/** Of each gate so many that changed most are told one by one. */
const MOST_OF_A_GATE = 10;
/** Packages in which the rest is, at most. */
const MOST_PACKAGES = 10;

/**
 * A line for each failure, but of a gate with many for those that changed most, and then one for each package: a library that was
 * replaced by another version, or a query in a loop, changes hundreds of its methods.
 */
export function* failureLines(failed: readonly GateFailure[]): Generator<string> {
  for (const gate of new Set(failed.map((each) => each.gate))) {
    const ofGate = failed.filter((each) => each.gate === gate);
    const byChange = [...ofGate].sort((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a));
    const told = new Set(ofGate.length <= MOST_OF_A_GATE + 1 ? ofGate : byChange.slice(0, MOST_OF_A_GATE));
    for (const each of ofGate) if (told.has(each)) yield each.sentence;
    const rest = ofGate.filter((each) => !told.has(each));
    for (const [name, count] of byPackage(rest.map(packageOf)))
      yield `${gate}: ${count} more of ${name === '' ? 'no package' : name}`;
  }
}

/** "" where there is none. */
function packageOf({ method, made = '' }: GateFailure): string {
  const className = method === '' ? made : method.replace(/\(.*$/s, '').replace(/\.[^.]*$/, '');
  return className.replace(/(^|\.)[^.]*$/, '');
}

/** Names of packages, shortened alike until they are few. */
function byPackage(packages: readonly string[]): readonly (readonly [string, number])[] {
  for (let parts = 8; ; parts--) {
    const counts = new Map<string, number>();
    for (const name of packages) {
      const all = name.split('.');
      const short = all.length > parts ? `${all.slice(0, parts).join('.')}.**` : name;
      counts.set(short, (counts.get(short) ?? 0) + 1);
    }
    if (counts.size <= MOST_PACKAGES || parts === 1) return [...counts].sort((x, y) => y[1] - x[1]);
  }
}
