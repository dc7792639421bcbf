import { bytesOfRow } from '../../cct/madeColumns.ts';
import type { CctTable } from '../../cct/cctTable.ts';
import { siteOf } from '../../events/madeWord.ts';
import type { TrackedBirth } from '../../events/trackedBirth.ts';
import { objectBytesBySite, type AllocationSite } from '../../naming/allocationSite.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import { methodName } from '../../naming/methodNames.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { followedBirths, followedSet } from './followedSet.ts';
import { columnsOf, type RowValue } from '../dataSets/rowColumns.ts';
import { addLive, liveSet, liveSums, liveValues, noLife, type LiveSums } from './liveSets.ts';

/** Rows: places in methods that made objects. */
export const MADE_SET = 'made';
/** Rows: what a context has made at one of them. */
export const MADE_CONTEXTS_SET = 'made-contexts';

interface Place {
  readonly made: string;
  readonly method: string;
  readonly line: string;
}

interface Sums {
  objects: number;
  elements: number;
  bytes: number;
  readonly live: LiveSums;
}

interface ContextRow extends Sums {
  readonly place: Place;
  readonly thread: number;
  readonly node: number;
  readonly followed: readonly TrackedBirth[];
}

/** What is measured of objects: a table without rows says that there are none, no table that nobody looked. */
export interface MeasuredObjects {
  readonly isCounted: boolean;
  readonly isFollowed: boolean;
}

/**
 * What was made, by whom: two tables, or none where no objects are counted. Their rows are in the order of names. Where objects are
 * followed, those that are still there besides: by class, and one by one.
 */
export function madeSets(
  threads: readonly { readonly table: CctTable }[],
  methods: readonly MethodInfo[],
  { isCounted, isFollowed }: MeasuredObjects,
): readonly DataSet[] {
  if (!isCounted) return [];
  const sites = sitesByNumber(methods);
  const methodsById = new Map<number, MethodInfo>(methods.map((method) => [method.id, method]));
  const objectBytes = new Map(objectBytesBySite(methods));
  const places = new Map<string, { readonly place: Place; readonly sums: Sums }>();
  const contexts: ContextRow[] = [];
  for (const [thread, { table }] of threads.entries()) {
    const { made } = table;
    const living = liveSums(table.live);
    const followed = followedBirths(table.live);
    for (let row = 0; row < (made?.length ?? 0); row++) {
      if (made === undefined) break;
      const number = siteOf(made.code[row]);
      const caller = methodsById.get(table.method[made.node[row]]);
      const place = placeOf(number, sites.get(number), caller);
      const sums = {
        objects: made.objects[row],
        elements: made.elements[row],
        bytes: bytesOfRow(made, row, objectBytes),
        live: living.get(`${made.node[row]} ${made.code[row]}`) ?? noLife(),
      };
      const key = JSON.stringify(place);
      let known = places.get(key);
      if (known === undefined)
        places.set(key, (known = { place, sums: { objects: 0, elements: 0, bytes: 0, live: noLife() } }));
      addTo(known.sums, sums);
      contexts.push({
        ...{ place: known.place, thread, node: made.node[row], ...sums },
        followed: followed.get(`${made.node[row]} ${made.code[row]}`) ?? [],
      });
    }
  }
  const rows = [...places.values()].sort((a, b) => comparePlaces(a.place, b.place));
  const rowOf = new Map(rows.map(({ place }, row) => [place, row]));
  const rank = ({ place }: ContextRow): number => rowOf.get(place) ?? 0;
  contexts.sort((a, b) => rank(a) - rank(b) || a.thread - b.thread || a.node - b.node);
  return [
    {
      id: MADE_SET,
      title: 'Made',
      ...columnsOf(rows, {
        texts: [
          ['made', 'Made', ({ place }) => place.made],
          ['method', 'By', ({ place }) => place.method],
          ['line', 'Line', ({ place }) => place.line],
        ],
        values: valuesOf(rows, ({ sums }) => sums, isFollowed),
      }),
    },
    {
      id: MADE_CONTEXTS_SET,
      title: 'Made, by context',
      ...columnsOf(contexts, {
        texts: [['made', 'Made', ({ place }) => place.made]],
        links: [
          ['place', `Row of ${MADE_SET}`, rank],
          ['thread', 'Thread', ({ thread }) => thread],
          ['context', 'Row of its tree', ({ node }) => node],
        ],
        values: valuesOf(contexts, (sums) => sums, isFollowed),
      }),
    },
    ...(isFollowed
      ? [
          liveSet(rows.map(({ place, sums }) => ({ made: place.made, live: sums.live }))),
          followedSet(contexts.map(({ place, followed }) => ({ made: place.made, births: followed }))),
        ]
      : []),
  ];
}

/** Classes of which objects were made, and of which nobody has told what one takes; by name. */
export function unknownSizes(
  threads: readonly { readonly table: CctTable }[],
  methods: readonly MethodInfo[],
): readonly string[] {
  const sites = sitesByNumber(methods);
  const names = new Set<string>();
  for (const { table } of threads) {
    for (const code of table.made?.code ?? []) {
      const site = sites.get(siteOf(code));
      if (site !== undefined && site.site.objectBytes === undefined) names.add(site.site.made);
    }
  }
  return [...names].sort();
}

interface SiteOfMethod {
  readonly site: AllocationSite;
  readonly method: MethodInfo;
}

function sitesByNumber(methods: readonly MethodInfo[]): ReadonlyMap<number, SiteOfMethod> {
  const sites = new Map<number, SiteOfMethod>();
  for (const method of methods)
    for (const site of method.sites ?? []) sites.set(site.number, { site, method });
  return sites;
}

/** @param caller the method of the context: what is left out below it has no place of its own */
function placeOf(number: number, known: SiteOfMethod | undefined, caller: MethodInfo | undefined): Place {
  if (known === undefined) return { made: '(not known)', method: `(site ${number})`, line: '' };
  const { site, method } = known;
  return {
    made: site.made,
    method: methodName((site.isBelow === true ? caller : null) ?? method, 'long'),
    line: site.line === 0 ? '' : String(site.line),
  };
}

function addTo(sums: Sums, { objects, elements, bytes, live }: Sums): void {
  addLive(sums.live, live);
  sums.objects += objects;
  sums.elements += elements;
  sums.bytes += bytes;
}

function comparePlaces(a: Place, b: Place): number {
  return compareText(a.made, b.made) || compareText(a.method, b.method) || Number(a.line) - Number(b.line);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function valuesOf<Row>(
  rows: readonly Row[],
  sumsOf: (row: Row) => Sums,
  isFollowed: boolean,
): readonly RowValue<Row>[] {
  return [
    ['objects', 'Objects', 'count', (row) => sumsOf(row).objects, true],
    ['elements', 'Elements', 'count', (row) => sumsOf(row).elements, true],
    ['bytes', 'Bytes', 'bytes', (row) => sumsOf(row).bytes, true],
    ...(isFollowed ? liveValues(rows, (row) => sumsOf(row).live) : []),
  ];
}
