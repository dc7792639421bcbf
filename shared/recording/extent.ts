import { formatCount, formatCountOf, SEPARATOR } from '../naming/formatNumbers.ts';

/** How large a recording may become, by the names of the classes that are loaded: no class file is read for it. */
export interface RecordingExtent {
  /** Loaded classes that are not left out: so many are read before the recording begins. */
  readonly classes: number;
  /** By the first two parts of their packages, those with the most classes first. */
  readonly groups: readonly ClassGroup[];
}

export interface ClassGroup {
  /** org.hibernate; "" is the unnamed package. */
  readonly name: string;
  readonly classes: number;
  /** Jars and folders that have them, those with the most first; none where the class path is not known. */
  readonly places: readonly string[];
}

/** Above so many methods command line and window ask first. */
export const MANY_METHODS = 5_000;
/** e2e/applications/lending: of 13,358 classes 83,536 methods that a controller may reach, as `sluice preview` counts. */
const METHODS_PER_CLASS = 6;
/** From Start to the first root call that is recorded, on two cores under load: 29 s. */
const PREPARED_MS_PER_CLASS = 2;
/** For so long a thread waits that calls a root for the first time, where no rehearsal is possible: 9 s. */
const WAITED_MS_PER_CLASS = 0.7;
const GROUP_PARTS = 2;
const GROUPS_TOLD = 4;

/** @param placeOf the jar or folder of a package */
export function extentOf(
  classNames: Iterable<string>,
  placeOf: (packageName: string) => string | undefined = () => undefined,
): RecordingExtent {
  const counts = new Map<string, { classes: number; readonly places: Map<string, number> }>();
  let classes = 0;
  for (const className of classNames) {
    classes++;
    const parts = className.split('.').slice(0, -1);
    const name = parts.slice(0, GROUP_PARTS).join('.');
    const group = counts.get(name) ?? { classes: 0, places: new Map<string, number>() };
    counts.set(name, group);
    group.classes++;
    const place = placeOf(parts.join('.'));
    if (place !== undefined) group.places.set(place, (group.places.get(place) ?? 0) + 1);
  }
  const groups = [...counts].map(([name, group]): ClassGroup => ({
    name,
    classes: group.classes,
    places: [...group.places].sort(([, a], [, b]) => b - a).map(([place]) => place),
  }));
  return {
    classes,
    groups: groups.sort((a, b) => b.classes - a.classes || (a.name < b.name ? -1 : 1)),
  };
}

/** Estimated. */
export function methodsOf({ classes }: RecordingExtent): number {
  return classes * METHODS_PER_CLASS;
}

export function isLarge(extent: RecordingExtent): boolean {
  return methodsOf(extent) > MANY_METHODS;
}

/** How many methods, as far as an estimate goes: "about 71,000 methods of 11,912 loaded classes may get probes". */
export function sizeText(extent: RecordingExtent, separator: string): string {
  const methods = formatCount(Number(methodsOf(extent).toPrecision(2)), separator);
  const classes = formatCountOf(extent.classes, 'loaded class', 'loaded classes', separator);
  return `about ${methods} methods of ${classes} may get probes`;
}

/** What it takes: "preparing may take 27 s, and a first call of the root may wait for up to 9 s". */
export function costText({ classes }: RecordingExtent): string {
  const seconds = (msPerClass: number): string =>
    `${formatCount(Math.max(1, Math.round((classes * msPerClass) / 1e3)), SEPARATOR)} s`;
  return `preparing may take ${seconds(PREPARED_MS_PER_CLASS)}, and a first call of the root may wait for up to ${seconds(WAITED_MS_PER_CLASS)}`;
}

/** "hibernate-core-7.2.jar and 2 more"; "" where no place is known. */
export function placesText({ places }: ClassGroup): string {
  const [first, ...more] = places;
  if (first === undefined) return '';
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

/** The largest: "org.hibernate 4,102 classes (hibernate-core-7.2.jar and 2 more), org.h2 711 (h2-2.4.jar), and 23 more". */
export function groupsText({ groups }: RecordingExtent): string {
  const told = groups.slice(0, GROUPS_TOLD).map((group, i) => {
    const count =
      i === 0
        ? formatCountOf(group.classes, 'class', 'classes', SEPARATOR)
        : formatCount(group.classes, SEPARATOR);
    const places = placesText(group);
    return `${group.name || '(unnamed package)'} ${count}${places === '' ? '' : ` (${places})`}`;
  });
  const more = groups.length - GROUPS_TOLD;
  return told.join(', ') + (more > 0 ? `, and ${more} more` : '');
}
