/** What can be measured of every call, in the order of a choice's name. The first always is; OPTIONS.metrics has a title for each. */
const PARTS = ['calls', 'time', 'bytecodes', 'objects'] as const;

/** One of the words that a choice is made of, which may be left out: a box in the form of the window. */
export type MetricsPart = Exclude<(typeof PARTS)[number], 'calls'>;

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
  return choice.split(',').includes(part);
}

/** The choice with that part, or without it: there is one for every subset. */
export function withPart(choice: MetricsChoice, part: MetricsPart, isChosen: boolean): MetricsChoice {
  return changedMetrics(choice, [`${isChosen ? '+' : '-'}${part}`]) as MetricsChoice;
}

/** Whether the choice says that there are no times. */
export function leavesTimesOut(choice: MetricsChoice): boolean {
  return !hasPart(choice, 'time');
}
