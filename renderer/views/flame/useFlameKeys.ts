import type { KeyboardEvent, RefObject } from 'react';
import { useApp, useSetting } from '../../state/app/appContext.ts';
import { runCommand } from '../../state/commands/commands.ts';
import type { Results } from '../../state/results.ts';
import { keyName } from '../../widgets/keyName.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import { flameAction } from './flameKeys.ts';
import { FLAME_DIRECTIONS } from './flameSettings.ts';
import type { FlameStage } from './flameStage.ts';

const KEY_ZOOM = 1.6;
const KEY_PAN = 0.25;
/** Of the height that is in view. */
const KEY_PAGE = 0.8;

/** What keys do in a flame graph. @param onAction before what the key does */
export function useFlameKeys(
  view: FlameKind,
  results: Results,
  stage: RefObject<FlameStage | null>,
  scroller: RefObject<HTMLElement | null>,
  onAction: () => void,
): (event: KeyboardEvent) => void {
  const app = useApp();
  const [direction, directions] = useSetting(FLAME_DIRECTIONS[view]);
  const scrollPage = (pages: number): void =>
    scroller.current?.scrollBy({ top: pages * scroller.current.clientHeight });
  return (event) => {
    const action = flameAction(keyName(event), direction);
    const { current } = stage;
    if (!action || !current || event.target !== scroller.current) return;
    event.preventDefault();
    onAction();
    switch (action) {
      case 'zoomIn':
        return current.zoom(KEY_ZOOM);
      case 'zoomOut':
        return current.zoom(1 / KEY_ZOOM);
      case 'panLeft':
        return current.pan(-KEY_PAN, true);
      case 'panRight':
        return current.pan(KEY_PAN, true);
      case 'pageUp':
        return scrollPage(-KEY_PAGE);
      case 'pageDown':
        return scrollPage(KEY_PAGE);
      case 'turn':
        return directions.set(direction === 'flame' ? 'icicle' : 'flame');
      case 'copyName':
      case 'switchOff':
      case 'invertFlameGraph':
        runCommand(app, action);
        return;
      default:
        results.ask(view, { kind: 'act', action });
    }
  };
}
