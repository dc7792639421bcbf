import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { CommandId } from '../../state/commands/command.ts';
import { COMMANDS, runCommand, runCommandOrSay } from '../../state/commands/commands.ts';
import { PROFILE_KEY, USE_AS_ROOT_KEY } from '../../state/commands/recordingCommands.ts';
import { offeredCommands } from '../../state/commands/offeredCommands.ts';
import type { Results } from '../../state/results.ts';
import {
  COPY_COMMANDS,
  OPEN_COMMANDS,
  ROW_COMMANDS,
  SHOW_COMMANDS,
  type RowCommand,
} from '../../state/commands/rowCommands.ts';
import {
  selectedIn,
  selectedText,
  SELECTION_COMMANDS,
  type SelectionCommand,
} from '../../state/selectionCommands.ts';
import { ContextMenu } from '../../widgets/ContextMenu.tsx';
import type { MenuItem, MenuOfItems } from '../../widgets/MenuList.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { keyOf } from '../commandKeys.ts';
import './SelectionScope.css';

/** What has methods as its rows or frames, and takes letters as keys. */
const DATA_VIEW = '[data-selects=method]';

interface SelectionScopeProps {
  readonly results: Results;
  readonly children: ReactNode;
}

/** Around a view of results: what can be done with what is selected in it, by key and by a menu. */
export function SelectionScope({ results, children }: SelectionScopeProps) {
  const app = useApp();
  const [place, setPlace] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const focused = useRef<HTMLElement | null>(null);

  const openMenu = (view: HTMLElement, x: number, y: number): void => {
    focused.current = view;
    setPlace({ x, y });
  };
  const onContextMenu = (event: MouseEvent): void => {
    const view = (event.target as Element).closest<HTMLElement>(DATA_VIEW);
    if (!view) return;
    event.preventDefault();
    // A row is selected by a click on it, whatever view it is of.
    (event.target as Element).closest<HTMLElement>('[data-node]')?.click();
    const byMouse = event.clientX !== 0 || event.clientY !== 0;
    const { x, y } = byMouse ? { x: event.clientX, y: event.clientY } : placeByKey(view);
    openMenu(view, x, y);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const view = (event.target as Element).closest<HTMLElement>(DATA_VIEW);
    if (!view || event.defaultPrevented || event.target !== view) return;
    const key = keyName(event);
    // What is marked with the mouse is copied by the browser.
    if (key === 'Ctrl+c' && window.getSelection()?.isCollapsed === false) return;
    const command = [...SELECTION_COMMANDS, ...ROW_COMMANDS].find(({ keys }) => keys.includes(key));
    if (key === 'Shift+F10' || key === 'ContextMenu') {
      const { x, y } = placeByKey(view);
      openMenu(view, x, y);
    } else if (key === PROFILE_KEY) runCommandOrSay(app, 'profileMethod');
    else if (key === USE_AS_ROOT_KEY) runCommandOrSay(app, 'useAsRoot');
    else if (command) runCommandOrSay(app, command.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className="selectionScope" onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      {children}
      {place ? (
        <SelectionMenu
          results={results}
          place={place}
          onClose={() => {
            setPlace(null);
            if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true });
          }}
        />
      ) : null}
    </div>
  );
}

interface SelectionMenuProps {
  readonly results: Results;
  readonly place: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

function SelectionMenu({ results, place, onClose }: SelectionMenuProps) {
  const app = useApp();
  useAtom(results.selection); // the click that opened it may select another row
  const state = useAtom(app.state);
  const selected = selectedIn(results);
  const offered = offeredCommands(state);
  const item = (id: CommandId, hint: string): MenuItem => ({
    id,
    text: COMMANDS[id].title,
    key: keyOf(COMMANDS[id]),
    hint,
    whyNot: COMMANDS[id].whyNot(state, results),
    run: () => void runCommand(app, id),
  });
  const items = (commands: readonly (SelectionCommand | RowCommand)[]): MenuItem[] =>
    commands.map(({ id, hint }) => item(id, hint));
  const submenu = (text: string, commands: readonly (SelectionCommand | RowCommand)[]): MenuOfItems => ({
    id: text,
    text,
    items: items(commands),
  });
  const image = results.image.get()
    ? [item('copyImage', 'A picture of this view with its key of colours, for a message or a document')]
    : [];
  return (
    <ContextMenu
      title={selected ? visibleText(selectedText(selected)) : 'Nothing is selected'}
      groups={[
        items(SELECTION_COMMANDS.slice(0, 2)),
        [
          submenu('Show In', SHOW_COMMANDS),
          submenu('Change the Tree', SELECTION_COMMANDS.slice(2)),
          submenu('Expand or Close Rows', OPEN_COMMANDS),
        ],
        [
          item('useAsRoot', 'The next recording measures what it calls; you choose the rest, and start'),
          item('profileMethod', 'It becomes the root of a new recording'),
          item('switchOff', 'Its time becomes its caller’s own'),
        ].filter(({ id }) => offered.some((command) => command.id === id)),
        [...items(COPY_COMMANDS.slice(0, 1)), ...image, submenu('Copy More', COPY_COMMANDS.slice(1))],
      ]}
      {...place}
      onClose={onClose}
    />
  );
}

/** Below the selected row, else in the middle of the view. */
function placeByKey(view: HTMLElement): { readonly x: number; readonly y: number } {
  const row = view.querySelector('[aria-selected=true]');
  const { left, top, bottom, width, height } = (row ?? view).getBoundingClientRect();
  return row ? { x: left + 40, y: bottom } : { x: left + width / 3, y: top + height / 3 };
}
