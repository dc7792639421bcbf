import { useRef, useState, type RefObject } from 'react';
import { namedMethods, type NamedMethod } from '../../../shared/callgraph/namedMethods.ts';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { runCommand } from '../../state/commands/commands.ts';
import { isPattern, isWildcard } from '../../state/patternList.ts';
import { Button } from '../../widgets/Button.tsx';
import { PickList } from '../../widgets/PickList.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { ClassPane, type ClassLook } from './ClassPane.tsx';
import { MethodName } from './MethodName.tsx';
import { PastedMethods } from './PastedMethods.tsx';
import { RootSuggestions } from './RootSuggestions.tsx';
import type { PackageRow } from './packageRows.ts';
import { useRootSearch, type RootSearch } from './useRootSearch.ts';
import './RootPicker.css';

const NO_ROOTS: readonly string[] = [];

interface RootPickerProps {
  readonly sessionId: string;
  readonly pid: number;
  readonly mainClass: string;
  readonly disabled: boolean;
}

/**
 * Finds the methods to record from: loaded classes on the left, the methods of the chosen class on the right.
 * What is typed can be used as a pattern just as it stands; of several methods in what is pasted there is a list.
 */
export function RootPicker({ sessionId, pid, mainClass, disabled }: RootPickerProps) {
  const app = useApp();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ClassRow | null>(null);
  const [look, setLook] = useState<ClassLook>('classes');
  const [chosenPackage, setChosenPackage] = useState<PackageRow | null>(null);
  const [pasted, setPasted] = useState<readonly NamedMethod[]>([]);
  const roots = useAppState((state) => state.session?.draft.roots ?? NO_ROOTS);
  const classList = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useFocusWhenLost(field);
  const search = useRootSearch({ sessionId, pid, text, look, chosen, chosenPackage });
  const pickClass = (row: ClassRow): void => {
    setChosen(row);
    setChosenPackage(null);
  };

  const add = (pattern: string): void => {
    if (!roots.includes(pattern)) app.session.toggleRoot(pattern);
    setText('');
  };
  const takeTyped = async (): Promise<void> => {
    const { root, hasClasses } = await search.findRoot(text);
    if (field.current?.value !== text) return; // typed on meanwhile
    if (root !== null) add(root);
    else if (hasClasses) classList.current?.focus();
  };
  const enter = (): void => {
    if (text.trim() !== '') void takeTyped();
    else if (!runCommand(app, 'start') && !runCommand(app, 'startAgain')) classList.current?.focus();
  };

  return (
    <div className="rootPicker">
      <RootField
        field={field}
        text={text}
        disabled={disabled}
        onText={setText}
        onAdd={add}
        onPasted={setPasted}
        onEnter={enter}
        onDown={() => classList.current?.focus()}
      />
      <TypedHint text={text} taken={search.taken} />
      {text.trim() === '' && pasted.length === 0 ? (
        <RootSuggestions pid={pid} mainClass={mainClass} disabled={disabled} />
      ) : null}
      {pasted.length > 0 ? (
        <PastedMethods
          sessionId={sessionId}
          named={pasted}
          disabled={disabled}
          onClose={() => {
            setPasted([]);
            field.current?.focus();
          }}
        />
      ) : null}
      <div className="rootPickerLists" hidden={pasted.length > 0}>
        <ClassPane
          listRef={classList}
          look={look}
          onLook={(chosenLook) => {
            setLook(chosenLook);
            setChosenPackage(null);
          }}
          search={search.classes.found}
          error={search.classes.error}
          shown={search.shownClass}
          onClass={pickClass}
          chosenPackage={chosenPackage}
          onPackage={setChosenPackage}
        />
        <MethodPane search={search} chosenPackage={chosenPackage} disabled={disabled} />
      </div>
    </div>
  );
}

interface RootFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
  /** What is typed is taken as it stands. */
  readonly onAdd: (pattern: string) => void;
  /** Several methods were pasted. */
  readonly onPasted: (named: readonly NamedMethod[]) => void;
  readonly onEnter: () => void;
  readonly onDown: () => void;
}

/** The field in which a class, a method or a pattern is typed, or a stack trace pasted. */
function RootField({ field, text, disabled, onText, onAdd, onPasted, onEnter, onDown }: RootFieldProps) {
  const whyNot = disabled
    ? 'The session is over.'
    : isPattern(text)
      ? ''
      : 'Type a pattern first: pkg.Class::method, pkg.Class, pkg.* ...';
  return (
    <div className="rootPickerField">
      <TextField
        inputRef={field}
        label="Find class or method"
        placeholder="Find class or method, e.g. OrderService::process"
        value={text}
        disabled={disabled}
        onChange={onText}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') onDown();
          else if (event.key === 'Enter') onEnter();
          else return;
          event.preventDefault();
        }}
        onPaste={(event) => {
          const named = namedMethods(event.clipboardData.getData('text'));
          if (named.length < 2) return;
          event.preventDefault();
          onPasted(named);
        }}
      />
      <Button whyNot={whyNot} onClick={() => onAdd(text.trim())}>
        Add pattern
      </Button>
    </div>
  );
}

interface TypedHintProps {
  readonly text: string;
  readonly taken: RootSearch['taken'];
}

/** What Enter adds, or what can be typed. */
function TypedHint({ text, taken }: TypedHintProps) {
  return text.trim() !== '' && !taken.searching && taken.found ? (
    <p className="rootPickerHint" role="status">
      Enter adds <code className="rootPickerTaken">{visibleText(taken.found)}</code>
      {isWildcard(text) || taken.found.includes('::') ? '' : ', all of its methods'}
    </p>
  ) : (
    <p className="rootPickerHint">
      Patterns: <code>pkg.Class::method(int,String)</code>, <code>pkg.Class</code>, <code>pkg.*</code>,{' '}
      <code>pkg.**</code>, <code>re:…</code> · Enter adds the root, Enter again starts recording; ↓ goes to
      the classes. A stack trace can be pasted.
    </p>
  );
}

interface MethodPaneProps {
  readonly search: RootSearch;
  readonly chosenPackage: PackageRow | null;
  readonly disabled: boolean;
}

/** The methods of the chosen class, or all of the chosen package, to be taken as roots. */
function MethodPane({ search, chosenPackage, disabled }: MethodPaneProps) {
  const app = useApp();
  const roots = useAppState((state) => state.session?.draft.roots ?? NO_ROOTS);
  const { shownClass, methods, items } = search;
  return (
    <section className="rootPickerPane">
      <h3>
        {shownClass
          ? `Methods of ${simpleName(shownClass.name)}`
          : chosenPackage
            ? 'All of the package'
            : 'Methods'}
      </h3>
      <PickList
        label="Methods"
        multiple
        items={items}
        keyOf={(item) => item.pattern}
        isSelected={(item) => roots.includes(item.pattern)}
        onPick={(item) => app.session.toggleRoot(item.pattern)}
        whyNotOf={(item) => (disabled ? 'The session is over.' : item.whyNot)}
        empty={
          methods.error ||
          (shownClass ? (methods.searching ? 'Reading the class…' : 'No method matches.') : 'Choose a class.')
        }
        draw={(item) => <MethodName item={item} />}
        hintOf={(item) => visibleLine(item.whyNot || item.pattern)}
      />
    </section>
  );
}

function simpleName(className: string): string {
  return visibleText(className.slice(className.lastIndexOf('.') + 1));
}
