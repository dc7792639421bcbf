import { shortenedName, simpleName } from '../../../shared/naming/methodNames.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { coloredName, isGrey, type Coloring, type FrameColors } from '../../../shared/rows/packageColors.ts';
import type { OwnRows } from '../../state/commands/myCode.ts';
import type { Results } from '../../state/results.ts';
import type { FlamePicture, FlameSheet } from '../../worker/views/flameFrame.ts';
import { CHANGE_STEPS } from './changeSteps.ts';
import { frameToken } from './flamePalette.ts';

/** So many names have room on a small window; the rest have colours too. */
const MOST_NAMES = 8;

const TITLES: Readonly<Record<Coloring, string>> = {
  package: 'Packages',
  class: 'Classes',
  method: 'Methods',
};

export interface KeyItem {
  readonly text: string;
  /** "" = the text. */
  readonly hint: string;
  /** "": of the bar at the edge. */
  readonly token: string;
}

/** What the colours of the frames in view mean. */
export interface FlameKeyItems {
  readonly title: string;
  readonly items: readonly KeyItem[];
}

const OWN: KeyItem = {
  text: 'Own code',
  hint: 'Frames with a bar at their edge are the program’s own',
  token: '',
};

/** @param full whole names @param own null: nothing stands out */
export function keyItems(
  picture: FlamePicture,
  results: Results,
  colors: FrameColors,
  full: boolean,
  own: OwnRows | null,
): FlameKeyItems {
  const isCompared = picture.sheet.changes !== null;
  const named = isCompared ? changeItems() : nameItems(picture, results, colors, full);
  return {
    title: isCompared ? 'B against A' : TITLES[colors.by],
    items: own?.areTold ? [OWN, ...named] : named,
  };
}

function changeItems(): KeyItem[] {
  return CHANGE_STEPS.map(({ text, token }) => ({ text, hint: '', token }));
}

/** Those that take most of the picture, by name, and the JDK. */
function nameItems({ sheet }: FlamePicture, results: Results, colors: FrameColors, full: boolean): KeyItem[] {
  const widths = new Map<string, { readonly token: string; px: number }>();
  let hasCore = false;
  for (const [id, px] of methodWidths(sheet)) {
    const method = results.methods.get(id);
    if (!method || method.className === '') continue;
    if (isGrey(method, colors)) {
      hasCore = true;
      continue;
    }
    const name = coloredName(method, colors.by);
    const known = widths.get(name) ?? { token: frameToken(method, colors), px: 0 };
    known.px += px;
    widths.set(name, known);
  }
  const widest = [...widths].sort(([, a], [, b]) => b.px - a.px).slice(0, MOST_NAMES);
  // There are more names than colours: those of one colour stand together.
  const byToken = new Map<string, string[]>();
  for (const [name, { token }] of widest.sort(([a], [b]) => (a < b ? -1 : 1)))
    byToken.set(token, [...(byToken.get(token) ?? []), visibleText(name)]);
  const isShort = colors.by === 'method' && areDistinct(widest.map(([name]) => methodOf(name)));
  const shortName = full ? (name: string) => name : isShort ? methodOf : SHORT_NAMES[colors.by];
  const items = [...byToken].map(([token, names]): KeyItem => ({
    text: names.map((name) => shortName(name) || '(unnamed package)').join(', '),
    hint: names.join('\n'),
    token,
  }));
  const core: KeyItem = { text: 'JDK', hint: 'Classes of the JDK stand back', token: '--flame-core' };
  return hasCore ? [...items, core] : items;
}

/** MethodId -> px of its frames, by which names are made once for each method, and not for each of a hundred thousand boxes. */
function methodWidths({ length, method, frames, x0, x1 }: FlameSheet): Map<number, number> {
  const widths = new Map<number, number>();
  for (let box = 0; box < length; box++) {
    if (frames[box] > 1 || method[box] < 0) continue;
    widths.set(method[box], (widths.get(method[box]) ?? 0) + x1[box] - x0[box]);
  }
  return widths;
}

/** run of a.b.C.run */
function methodOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const SHORT_NAMES: Readonly<Record<Coloring, (name: string) => string>> = {
  package: shortenedName,
  class: simpleName,
  // Of C.run of a.b.C.run: what is behind the last dot but one.
  method: (name) => name.split('.').slice(-2).join('.'),
};
