/** What is measured of every call, by the name of the choice: OPTIONS.metrics of options.ts. */
export const MEASURED_BY = {
  calls: { countsBytecodes: false, countsObjects: false },
  'calls,time': { countsBytecodes: false, countsObjects: false },
  'calls,bytecodes': { countsBytecodes: true, countsObjects: false },
  'calls,time,bytecodes': { countsBytecodes: true, countsObjects: false },
  'calls,objects': { countsBytecodes: false, countsObjects: true },
  'calls,time,objects': { countsBytecodes: false, countsObjects: true },
  'calls,bytecodes,objects': { countsBytecodes: true, countsObjects: true },
  'calls,time,bytecodes,objects': { countsBytecodes: true, countsObjects: true },
} as const;

export type MetricsChoice = keyof typeof MEASURED_BY;

export function isMetricsChoice(text: string): text is MetricsChoice {
  return Object.hasOwn(MEASURED_BY, text);
}

/** Objects are told with the elements of arrays, and with what both take: whoever names one of them gets all. */
const WITH_OBJECTS = ['objects', 'elements', 'bytes'];
const WORDS = ['calls', 'time', 'bytecodes', ...WITH_OBJECTS];

/** The name of the choice that metrics mean, in whatever order they are typed; what means none is left as it is. */
export function metricsChoice(typed: string): string {
  const words = new Set(typed.split(',').map((word) => word.trim()));
  if ([...words].some((word) => !WORDS.includes(word))) return typed;
  const asked = (word: string): readonly string[] => (words.has(word) ? [word] : []);
  const objects = WITH_OBJECTS.some((word) => words.has(word)) ? ['objects'] : [];
  return ['calls', ...asked('time'), ...asked('bytecodes'), ...objects].join(',');
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

/** One of the words that a choice is made of, which may be left out: a box in the form of the window. */
export type MetricsPart = 'time' | 'bytecodes' | 'objects';

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
