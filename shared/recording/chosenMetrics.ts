/** What is measured of every call, by the name of the choice: METRICS of options.ts. */
export const MEASURED_BY = {
  'calls,time': { countsBytecodes: false, countsObjects: false },
  'calls,bytecodes': { countsBytecodes: true, countsObjects: false },
  'calls,time,bytecodes': { countsBytecodes: true, countsObjects: false },
  'calls,objects': { countsBytecodes: false, countsObjects: true },
  'calls,time,objects': { countsBytecodes: false, countsObjects: true },
  'calls,bytecodes,objects': { countsBytecodes: true, countsObjects: true },
  'calls,time,bytecodes,objects': { countsBytecodes: true, countsObjects: true },
} as const;

export type MetricsChoice = keyof typeof MEASURED_BY;

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

/** Whether the choice says that there are no times. */
export function leavesTimesOut(choice: MetricsChoice): boolean {
  return !choice.split(',').includes('time');
}
