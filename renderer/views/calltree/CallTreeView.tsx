import { useRef, useState } from 'react';
import { Button } from '../../widgets/Button.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { CallTreeTable } from './CallTreeTable.tsx';
import type { CallTreePicture, CallTreeState } from './callTreeState.ts';
import type { MethodNames } from './methodNames.ts';
import type { TreeAction } from './treeKeys.ts';
import './CallTreeView.css';

interface CallTreeViewProps {
  readonly state: CallTreeState;
  readonly picture: CallTreePicture;
  readonly names: MethodNames;
}

/** The call tree with its own find bar: what is not drawn the browser cannot find. */
export function CallTreeView({ state, picture, names }: CallTreeViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [finding, setFinding] = useState(false);
  const [text, setText] = useState('');

  const focusTree = (): void => view.current?.querySelector<HTMLElement>('[role=treegrid]')?.focus();
  const openFind = (): void => {
    setFinding(true);
    // The field is there after this render.
    requestAnimationFrame(() => field.current?.select());
  };
  const closeFind = (): void => {
    setFinding(false);
    setText('');
    state.search('');
    focusTree();
  };
  const onAction = (action: TreeAction): void => {
    if (action === 'find') openFind();
    if (action === 'copy') void navigator.clipboard.writeText(copiedText(picture, names));
  };
  return (
    <div
      ref={view}
      className="callTreeView"
      onKeyDown={(event) => {
        const key = keyName(event);
        if (key !== 'Ctrl+f' && !(finding && (key === 'F3' || key === 'Shift+F3'))) return;
        if (event.defaultPrevented) return;
        event.preventDefault();
        if (key === 'Ctrl+f') openFind();
        else state.findNext(key === 'F3' ? 1 : -1);
      }}
    >
      {finding ? (
        <div className="callTreeFind" role="search">
          <TextField
            inputRef={field}
            label="Find in call tree"
            placeholder="Find class or method in the tree"
            value={text}
            onChange={(next) => {
              setText(next);
              state.search(next);
            }}
            onKeyDown={(event) => {
              const key = keyName(event);
              if (key === 'Escape') closeFind();
              else if (key === 'Enter') state.findNext(1);
              else if (key === 'Shift+Enter') state.findNext(-1);
              else if (key === 'ArrowDown') focusTree();
              else return;
              event.preventDefault();
            }}
          />
          <span className="muted" aria-live="polite">
            {foundText(picture)}
          </span>
          <Button
            kind="quiet"
            hint="Previous (Shift+F3)"
            label="Previous match"
            onClick={() => state.findNext(-1)}
          >
            ↑
          </Button>
          <Button kind="quiet" hint="Next (F3)" label="Next match" onClick={() => state.findNext(1)}>
            ↓
          </Button>
          <Button kind="quiet" hint="Close (Esc)" label="Close find bar" onClick={closeFind}>
            ✕
          </Button>
        </div>
      ) : null}
      <CallTreeTable state={state} picture={picture} names={names} onAction={onAction} />
    </div>
  );
}

function foundText({ search }: CallTreePicture): string {
  if (!search) return '';
  if (search.count === 0) return 'not in this tree';
  const count = search.count.toLocaleString('en-US');
  return search.position > 0 ? `${search.position.toLocaleString('en-US')} of ${count}` : `${count} found`;
}

/** The selected row for a spreadsheet or a chat: name, times, invocations, separated by tabs. */
function copiedText({ tree, selected, timed, numbers }: CallTreePicture, names: MethodNames): string {
  if (selected === 0) return '';
  const name = names.textOf(tree.method[selected]);
  const calls = String(tree.calls[selected]);
  if (!timed) return [name, calls].join('\t');
  const times = [tree.totalNs[selected], tree.selfNs[selected]].map((ns) => numbers.timeText(ns));
  return [name, ...times, calls].join('\t');
}
