/** A part of a choice, to be ticked. */
export interface MetricsPartTexts {
  readonly title: string;
  readonly hint: string;
  /** As it is typed, and what that means. Missing: it is always chosen. */
  readonly help?: string;
  /** What it takes of the program, as benches have measured it. */
  readonly cost: string;
}

/** What can be measured of every call, in the order of a choice's name. The first always is. */
export const METRICS_PARTS = {
  calls: { title: 'Calls', hint: 'Exact, in each context. Always counted.', cost: '2 to 3 ns a call' },
  time: {
    title: 'Times',
    hint: 'As the clock has them. Without them no clock runs.',
    help: 'time',
    cost: '6 to 50 ns a call',
  },
  bytecodes: {
    title: 'Bytecodes',
    hint: 'Executed by each context: exact, and the same on each run.',
    help: 'bytecodes: how many each context executes',
    cost: 'an addition per block of code',
  },
  objects: {
    title: 'Objects',
    hint: 'Objects and arrays that each context makes, with elements and bytes.',
    help: 'objects: what it makes, with elements and bytes',
    cost: '0.5 to 2 ns an object',
  },
} satisfies Record<string, MetricsPartTexts>;
const PARTS = Object.keys(METRICS_PARTS);

/** What may be typed. */
export const METRICS_TYPED = `calls, and any of ${Object.values<MetricsPartTexts>(METRICS_PARTS)
  .flatMap(({ help = [] }) => help)
  .join('; ')}`;

/** One of the words that a choice is made of, which may be left out: a box in the form of the window. */
export type MetricsPart = Exclude<keyof typeof METRICS_PARTS, 'calls'>;

/** The name of a choice: any of the parts, in their order. */
export type MetricsChoice = `calls${Further<'time'>}${Further<'bytecodes'>}${Further<'objects'>}`;
type Further<Part extends MetricsPart> = '' | `,${Part}`;

export function isMetricsChoice(text: string): text is MetricsChoice {
  const words = new Set(text.split(','));
  return words.has('calls') && text === PARTS.filter((part) => words.has(part)).join(',');
}

/** Objects are told with the elements of arrays, and with what both take: whoever names one of them gets all. */
const WITH_OBJECTS = ['objects', 'elements', 'bytes'];
const WORDS: readonly string[] = [...PARTS, ...WITH_OBJECTS];

/** The name of the choice that metrics mean, in whatever order they are typed; what means none is left as it is. */
export function metricsChoice(typed: string): string {
  const words = new Set(typed.split(',').map((word) => word.trim()));
  if ([...words].some((word) => !WORDS.includes(word))) return typed;
  if (WITH_OBJECTS.some((word) => words.has(word))) words.add('objects');
  return PARTS.filter((part) => part === 'calls' || words.has(part)).join(',');
}

/**
 * The choice after words like `+objects` and `-time`, or of the words alone where none has a sign.
 * @returns what means no choice as it would be typed
 */
export function changedMetrics(choice: MetricsChoice, words: readonly string[]): string {
  const isChange = words.every((word) => /^[+-]/.test(word));
  if (!isChange) return metricsChoice(words.join(','));
  const chosen = new Set(choice.split(','));
  for (const word of words) {
    const [sign, name] = [word[0], word.slice(1)];
    const family = WITH_OBJECTS.includes(name) ? 'objects' : name;
    if (sign === '+') chosen.add(family);
    else chosen.delete(family);
  }
  return metricsChoice([...chosen].join(','));
}

export function hasPart(choice: MetricsChoice, part: MetricsPart): boolean {
  return partsOf(choice).includes(part);
}

export function partsOf(choice: MetricsChoice): readonly string[] {
  return choice.split(',');
}

/** The choice with that part, or without it: there is one for every subset. */
export function withPart(choice: MetricsChoice, part: MetricsPart, isChosen: boolean): MetricsChoice {
  return changedMetrics(choice, [`${isChosen ? '+' : '-'}${part}`]) as MetricsChoice;
}

/** Whether the choice says that there are no times. */
export function leavesTimesOut(choice: MetricsChoice): boolean {
  return !hasPart(choice, 'time');
}
