import type { ExactTree } from '../cct/cctTable.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { packageName } from '../naming/methodNames.ts';
import { isJdkName } from '../naming/jdkPackages.ts';
import type { MethodTable } from '../naming/methodTable.ts';

/** Of the times, or of the calls, of a program: more than this is nearly everything. */
const NEARLY_ALL = 0.8;

/** What colours of frames tell apart. */
export type Coloring = 'package' | 'class' | 'method';

/** --flame-0 to --flame-7 of the theme. */
export const FRAME_COLORS = 8;

/** What the colours of one picture's frames tell. */
export interface FrameColors {
  readonly by: Coloring;
  /** What the JDK has is grey, so that the other code is seen; without other code it has colours like any. */
  readonly coreStandsBack: boolean;
  readonly owners: { readonly [By in Coloring]: ColorOwners };
  /** Where the JDK stands back: packages of it that have colours of their own when it is shown like any code. */
  readonly coreOwners: ColorOwners;
}

/** Place of a colour -> the wide name that has it before others, null for none. */
export type ColorOwners = readonly (string | null)[];

const NO_OWNERS: ColorOwners = Array.from({ length: FRAME_COLORS }, () => null);

export type ColoredMethod = Pick<MethodInfo, 'className' | 'name'>;

/** Has no colour: of the JDK where that stands back, or one that a view hides, class "". */
export function isGrey({ className }: ColoredMethod, { coreStandsBack }: FrameColors): boolean {
  return className === '' || (coreStandsBack && isJdkName(className));
}

/** By what a method is coloured: methods of one name have one colour, whatever their parameters. */
export function coloredName({ className, name }: ColoredMethod, by: Coloring): string {
  switch (by) {
    case 'package':
      return packageName(className);
    case 'class':
      return className;
    case 'method':
      return `${className}.${name}`;
  }
}

/** A method, and what its frames take of the picture: times, or calls where there are none. */
export interface DrawnMethod extends ColoredMethod {
  readonly own: number;
  /** With what it calls: the width of all its frames. */
  readonly whole: number;
}

/** Place of the colour of a frame; null: grey. */
export function colorPlace(method: ColoredMethod, colors: FrameColors): number | null {
  if (isGrey(method, colors)) return null;
  const name = coloredName(method, colors.by);
  const owned = colors.owners[colors.by].indexOf(name);
  if (owned >= 0) return owned;
  const ofCore = colors.by === 'package' ? colors.coreOwners.indexOf(name) : -1;
  return ofCore >= 0 ? ofCore : nameColor(name, FRAME_COLORS);
}

/**
 * What colours tell most of a program: packages; where nearly everything is in one of them, classes; where nearly everything is
 * in one class, methods. The JDK is no part of that, unless nearly all that is drawn is of the JDK.
 * @param before of the same program a moment ago: what it tells stays as far as it can
 */
export function tellingColors(drawn: readonly DrawnMethod[], before: FrameColors | null): FrameColors {
  const named = drawn.filter(({ className }) => className !== '');
  const isCore = ({ className }: ColoredMethod): boolean => isJdkName(className);
  const coreStandsBack = sumOf(named.filter(isCore), 'whole') <= NEARLY_ALL * sumOf(named, 'whole');
  const colored = coreStandsBack ? named.filter((method) => !isCore(method)) : named;
  const all = sumOf(colored, 'own');
  const isOne = (by: Coloring): boolean => {
    const ofNames = new Map<string, number>();
    for (const method of colored) {
      const name = coloredName(method, by);
      ofNames.set(name, (ofNames.get(name) ?? 0) + method.own);
    }
    return [...ofNames.values()].some((own) => own > NEARLY_ALL * all);
  };
  const ownersBy = (by: Coloring): ColorOwners =>
    withOwners(NO_OWNERS, widestNames(colored, by), before?.owners[by] ?? NO_OWNERS);
  const owners = { package: ownersBy('package'), class: ownersBy('class'), method: ownersBy('method') };
  return {
    by: !isOne('package') ? 'package' : !isOne('class') ? 'class' : 'method',
    coreStandsBack,
    owners,
    coreOwners: coreStandsBack
      ? coreOwnersBeside(owners.package, widestNames(named, 'package'), before?.coreOwners ?? NO_OWNERS)
      : NO_OWNERS,
  };
}

/**
 * Colours for what the JDK has among the widest packages of all. Other packages keep theirs; one that is wide among these
 * alone may have to share its colour.
 */
function coreOwnersBeside(owners: ColorOwners, widest: readonly string[], before: ColorOwners): ColorOwners {
  const kept = owners.map((name) => (name !== null && widest.includes(name) ? name : null));
  return withOwners(kept, widest, before).map((name, place) => (name === owners[place] ? null : name));
}

/** As many as there are colours. */
function widestNames(drawn: readonly DrawnMethod[], by: Coloring): readonly string[] {
  const widths = new Map<string, number>();
  for (const method of drawn) {
    const name = coloredName(method, by);
    widths.set(name, (widths.get(name) ?? 0) + method.whole);
  }
  return [...widths]
    .sort(([a, widthA], [b, widthB]) => widthB - widthA || (a < b ? -1 : 1))
    .slice(0, FRAME_COLORS)
    .map(([name]) => name);
}

/** Each name gets a colour of its own: the one that it had before, else that of its name, where these are free. */
function withOwners(taken: ColorOwners, names: readonly string[], before: ColorOwners): ColorOwners {
  const free = names.filter((name) => !taken.includes(name));
  const owners = taken.map((owner, place) => owner ?? free.find((name) => name === before[place]) ?? null);
  for (const name of free.filter((one) => !owners.includes(one))) {
    let place = nameColor(name, FRAME_COLORS);
    while (owners[place] !== null) place = (place + 1) % FRAME_COLORS;
    owners[place] = name;
  }
  return owners;
}

function sumOf(methods: readonly DrawnMethod[], weight: 'own' | 'whole'): number {
  return methods.reduce((sum, method) => sum + method[weight], 0);
}

/** Of a tree. O(nodes). @param before see tellingColors */
export function colorsOfTree(
  { length, method, selfNs, totalNs, calls }: ExactTree,
  methods: MethodTable,
  before: FrameColors | null,
): FrameColors {
  const isTimed = totalNs[0] > 0;
  const own = new Float64Array(methods.nameRanks.length);
  const whole = new Float64Array(methods.nameRanks.length);
  for (let node = 1; node < length; node++) {
    if (method[node] >= own.length) continue;
    own[method[node]] += isTimed ? selfNs[node] : calls[node];
    whole[method[node]] += isTimed ? totalNs[node] : calls[node];
  }
  const drawn: DrawnMethod[] = [];
  for (const { id, className, name } of methods.all)
    if (whole[id] > 0) drawn.push({ className, name, own: own[id], whole: whole[id] });
  return tellingColors(drawn, before);
}

/** One of `colors` colours for a package, class or method: the same in every run and recording. Several may share one. */
export function nameColor(name: string, colors: number): number {
  return mixed(stableHash(name)) % colors;
}

/** Names of one program differ in their last letters, which the low bits of FNV-1a alone tell badly apart: the end of MurmurHash3. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
