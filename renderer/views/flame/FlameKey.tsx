import { useSetting } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import { FULL_NAMES } from '../table/tableSettings.ts';
import { useOwnRows } from '../table/useOwnRows.ts';
import { chosenColors, FLAME_COLORING } from './flameSettings.ts';
import { keyItems } from './keyItems.ts';
import './FlameKey.css';

/** What the colours of the frames in view mean, in one line. */
export function FlameKey({ view, results }: { readonly view: FlameKind; readonly results: Results }) {
  const picture = useAtom(results.picture(view));
  const [coloring] = useSetting(FLAME_COLORING);
  const [full] = useSetting(FULL_NAMES);
  const own = useOwnRows(results);
  if (!picture) return <div className="flameKey" />; // its room: a graph that is resized when it comes is drawn twice
  const { title, items } = keyItems(picture, results, chosenColors(coloring, picture.colors), full, own);
  return (
    <div className="flameKey">
      <span className="muted">{title}</span>
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
