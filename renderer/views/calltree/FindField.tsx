import { useState } from 'react';
import { formatCount } from '../../../shared/model/formatNumbers.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { TextField } from '../../widgets/TextField.tsx';
import './FindField.css';

interface FindFieldProps {
  readonly results: Results;
  /** The user wants to go on in the tree. */
  readonly onLeave: () => void;
}

/** Finds methods in the whole tree, closed branches included: what is not drawn the browser cannot find. */
export function FindField({ results, onLeave }: FindFieldProps) {
  const search = useAtom(results.picture('callTree'), (picture) => picture?.search ?? null);
  // What is typed is not what was found last: the worker answers while the next letter comes.
  const [text, setText] = useState(search?.text ?? '');
  const find = (words: string): void => {
    setText(words);
    results.ask('callTree', { kind: 'search', text: words });
  };
  const step = (action: 'findNext' | 'findPrevious'): void =>
    results.ask('callTree', { kind: 'act', action });
  const whyNot = search && search.count > 0 ? '' : 'Nothing is found.';
  return (
    <div className="findField" role="search">
      {search ? (
        <span className="muted" aria-live="polite">
          {search.count === 0 ? 'not in this tree' : `${formatCount(search.count)} found`}
        </span>
      ) : null}
      <TextField
        label="Find in call tree"
        placeholder="Find in tree (Ctrl+F)"
        value={text}
        onChange={find}
        onKeyDown={(event) => {
          const key = keyName(event);
          if (key === 'Enter') step('findNext');
          else if (key === 'Shift+Enter') step('findPrevious');
          else if (key === 'ArrowDown') onLeave();
          else if (key === 'Escape') {
            find('');
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
        onClick={() => step('findPrevious')}
      >
        ↑
      </Button>
      <Button
        kind="quiet"
        hint="Next match (F3)"
        label="Next match"
        whyNot={whyNot}
        onClick={() => step('findNext')}
      >
        ↓
      </Button>
    </div>
  );
}
