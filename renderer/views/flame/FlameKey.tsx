import { shortenedName, simpleName } from '../../../shared/naming/methodNames.ts';
import { coloredName, isGrey, type Coloring, type FrameColors } from '../../../shared/rows/packageColors.ts';
import { useSetting } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { FlameKind, FlamePicture, FlameSheet } from '../../worker/views/flameFrame.ts';
import { useOwnRows } from '../table/useOwnRows.ts';
import { FULL_NAMES } from '../table/tableSettings.ts';
import { CHANGE_STEPS } from './changeSteps.ts';
import { frameToken } from './flamePalette.ts';
import { chosenColors, FLAME_COLORING } from './flameSettings.ts';
import './FlameKey.css';

/** So many names have room on a small window; the rest have colours too. */
const MOST_NAMES = 8;

const TITLES: Readonly<Record<Coloring, string>> = {
  package: 'Packages',
  class: 'Classes',
  method: 'Methods',
};

interface KeyItem {
  readonly text: string;
  /** "" = the text. */
  readonly hint: string;
  /** "": of the bar at the edge. */
  readonly token: string;
}

const OWN: KeyItem = {
  text: 'Own code',
  hint: 'Frames with a bar at their edge are the program’s own',
  token: '',
};

/** What the colours of the frames in view mean, in one line. */
export function FlameKey({ view, results }: { readonly view: FlameKind; readonly results: Results }) {
  const picture = useAtom(results.picture(view));
  const [coloring] = useSetting(FLAME_COLORING);
  const [full] = useSetting(FULL_NAMES);
  const own = useOwnRows(results);
  if (!picture) return <div className="flameKey" />; // its room: a graph that is resized when it comes is drawn twice
  const colors = chosenColors(coloring, picture.colors);
  const isCompared = picture.sheet.changes !== null;
  const named = isCompared ? changeItems() : nameItems(picture, results, colors, full);
  const items = own?.areTold ? [OWN, ...named] : named;
  return (
    <div className="flameKey">
      <span className="muted">{isCompared ? 'B against A' : TITLES[colors.by]}</span>
      <ul aria-label="Key of colours">
        {items.map(({ text, hint, token }) => (
          <li key={text} title={hint || text}>
            <span
              className={token === '' ? 'flameKeyOwn' : 'flameKeyColor'}
              style={{ background: token && `var(${token})` }}
            />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
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
