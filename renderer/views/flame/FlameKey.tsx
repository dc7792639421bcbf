import { packageName, simpleName } from '../../../shared/model/methodNames.ts';
import { isCoreClass } from '../../../shared/model/packageColors.ts';
import { useSetting } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { visibleText } from '../../widgets/visibleText.ts';
import type { FlamePicture } from '../../worker/views/flameFrame.ts';
import { CHANGE_STEPS } from './changeSteps.ts';
import { frameToken } from './flamePalette.ts';
import { FLAME_COLORING } from './flameSettings.ts';
import './FlameKey.css';

/** So many names have room on a small window; the rest have colours too. */
const MOST_NAMES = 8;

interface KeyItem {
  readonly text: string;
  /** "" = the text. */
  readonly hint: string;
  readonly token: string;
}

/** What the colours of the frames in view mean, in one line. */
export function FlameKey({ results }: { readonly results: Results }) {
  const picture = useAtom(results.picture('flameGraph'));
  const [coloring] = useSetting(FLAME_COLORING);
  if (!picture) return null;
  const by = coloring === 'auto' ? picture.coloredBy : coloring;
  const isCompared = picture.sheet.changes !== null;
  const items = isCompared ? changeItems() : nameItems(picture, results, by);
  return (
    <div className="flameKey">
      <span className="muted">{isCompared ? 'B against A' : by === 'class' ? 'Classes' : 'Packages'}</span>
      <ul aria-label="Key of colours">
        {items.map(({ text, hint, token }) => (
          <li key={text} title={hint || text}>
            <span className="flameKeyColor" style={{ background: `var(${token})` }} />
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
function nameItems({ sheet }: FlamePicture, results: Results, by: 'package' | 'class'): KeyItem[] {
  const widths = new Map<string, { readonly className: string; px: number }>();
  let hasCore = false;
  for (let box = 0; box < sheet.length; box++) {
    if (sheet.method[box] < 0 || sheet.frames[box] > 1) continue;
    const className = results.methods.get(sheet.method[box])?.className ?? '';
    if (className === '') continue;
    if (isCoreClass(className)) {
      hasCore = true;
      continue;
    }
    const name = by === 'class' ? className : packageName(className);
    const known = widths.get(name) ?? { className, px: 0 };
    known.px += sheet.x1[box] - sheet.x0[box];
    widths.set(name, known);
  }
  const widest = [...widths].sort(([, a], [, b]) => b.px - a.px).slice(0, MOST_NAMES);
  const items = widest
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { className }]): KeyItem => ({
      text: visibleText(by === 'class' ? simpleName(name) : name) || '(unnamed package)',
      hint: visibleText(name),
      token: frameToken(className, by),
    }));
  const core: KeyItem = { text: 'JDK', hint: 'Classes of the JDK stand back', token: '--flame-core' };
  return hasCore ? [...items, core] : items;
}
