import type { Ref } from 'react';
import { formatCount } from '../../../shared/model/formatNumbers.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { TextField } from '../../widgets/TextField.tsx';
import type { CallTreePicture, CallTreeState } from './callTreeState.ts';
import './FindField.css';

interface FindFieldProps {
  readonly state: CallTreeState;
  readonly picture: CallTreePicture;
  readonly inputRef: Ref<HTMLInputElement>;
  /** The user wants to go on in the tree. */
  readonly onLeave: () => void;
}

/** Finds methods in the whole tree, closed branches included: what is not drawn the browser cannot find. */
export function FindField({ state, picture, inputRef, onLeave }: FindFieldProps) {
  const { search } = picture;
  const whyNot = search && search.count > 0 ? '' : 'Nothing is found.';
  return (
    <div className="findField" role="search">
      {search ? (
        <span className="muted" aria-live="polite">
          {foundText(picture)}
        </span>
      ) : null}
      <TextField
        inputRef={inputRef}
        label="Find in call tree"
        placeholder="Find in tree (Ctrl+F)"
        value={search?.text ?? ''}
        onChange={(text) => state.search(text)}
        onKeyDown={(event) => {
          const key = keyName(event);
          if (key === 'Enter') state.findNext(1);
          else if (key === 'Shift+Enter') state.findNext(-1);
          else if (key === 'ArrowDown') onLeave();
          else if (key === 'Escape') {
            state.search('');
            onLeave();
          } else return;
          event.preventDefault();
        }}
      />
      <Button
        kind="quiet"
        hint="Previous match (Shift+F3)"
        label="Previous match"
        whyNot={whyNot}
        onClick={() => state.findNext(-1)}
      >
        ↑
      </Button>
      <Button
        kind="quiet"
        hint="Next match (F3)"
        label="Next match"
        whyNot={whyNot}
        onClick={() => state.findNext(1)}
      >
        ↓
      </Button>
    </div>
  );
}

function foundText({ search }: CallTreePicture): string {
  if (!search) return '';
  return search.count === 0 ? 'not in this tree' : `${formatCount(search.count)} found`;
}
