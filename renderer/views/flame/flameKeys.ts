import type { FlameAction } from '../../worker/views/flameFrame.ts';
import type { FlameDirection } from './flameStage.ts';

/** What the page does itself. */
type StageAction =
  | 'zoomIn'
  | 'zoomOut'
  | 'panLeft'
  | 'panRight'
  | 'pageUp'
  | 'pageDown'
  | 'turn'
  | 'copyName'
  | 'switchOff'
  | 'invertFlameGraph';

const KEYS: Readonly<Record<string, FlameAction | StageAction>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'root',
  End: 'leaf',
  Enter: 'zoomSelected',
  ' ': 'zoomSelected',
  '0': 'zoomAll',
  Escape: 'zoomAll',
  w: 'zoomIn',
  '+': 'zoomIn',
  '=': 'zoomIn',
  s: 'zoomOut',
  '-': 'zoomOut',
  a: 'panLeft',
  d: 'panRight',
  'Shift+ArrowLeft': 'panLeft',
  'Shift+ArrowRight': 'panRight',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  n: 'findNext',
  'Shift+n': 'findPrevious',
  F3: 'findNext',
  'Shift+F3': 'findPrevious',
  i: 'turn',
  'Shift+i': 'invertFlameGraph',
  'Ctrl+c': 'copyName',
  Delete: 'switchOff',
};

/** Up and down are where callers and callees are drawn. Key names as keyName() makes them. */
export function flameAction(key: string, direction: FlameDirection): FlameAction | StageAction | undefined {
  const isRootOnTop = direction === 'icicle';
  if (key === 'ArrowUp') return isRootOnTop ? 'parent' : 'child';
  if (key === 'ArrowDown') return isRootOnTop ? 'child' : 'parent';
  return KEYS[key];
}
