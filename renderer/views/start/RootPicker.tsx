import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { namedMethods, type NamedMethod } from '../../../shared/callgraph/namedMethods.ts';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { runCommand } from '../../state/commands/commands.ts';
import { findClasses, type ClassSearch } from '../../state/drafts/findClasses.ts';
import { methodItems, packageItems } from '../../state/drafts/methodItems.ts';
import { isPattern, isWildcard } from '../../state/patternList.ts';
import { typedRoot } from '../../state/drafts/typedRoot.ts';
import { Button } from '../../widgets/Button.tsx';
import { PickList } from '../../widgets/PickList.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { CLASS_LIMIT, ClassPane, type ClassLook } from './ClassPane.tsx';
import { MethodName } from './MethodName.tsx';
import { PastedMethods } from './PastedMethods.tsx';
import { RootSuggestions } from './RootSuggestions.tsx';
import type { PackageRow } from './packageRows.ts';
import { useSearch } from './useSearch.ts';
import './RootPicker.css';

const SEARCH_DELAY_MS = 120;
/** As long as the engine's list of classes serves: sooner it would be the same. */
const RENEW_MS = 3_000;
/** Of the packages tree, which shows closed packages first: more than any JVM has. */
const TREE_LIMIT = 1_000_000;
const NO_ROOTS: readonly string[] = [];
/** What no class is put before others by. */
const NOTHING_RUNS: readonly string[] = [];

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
  const running = useAppState(({ sampled }) => (sampled?.pid === pid ? sampled.classes : NOTHING_RUNS));
  const classList = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useFocusWhenLost(field);
  const askClasses = useCallback(
    (typed: string) => {
      const limit = look === 'packages' ? TREE_LIMIT : CLASS_LIMIT;
      return findClasses(
        typed,
        async (query) => runningFirst(await app.engine.searchClasses(sessionId, query, limit), running),
        (classId) => app.engine.methodsOf(sessionId, classId),
      );
    },
    [app, sessionId, look, running],
  );
  const askMethods = useCallback(
    async (classId: string) => ({
      classId: Number(classId),
      methods: await app.engine.methodsOf(sessionId, Number(classId)),
    }),
    [app, sessionId],
  );
  // Listing its classes is work of the target: none where nothing is looked for, or where it is measured.
  const isRenewed = useAppState(({ session }) => session?.status.phase === 'attached') && text.trim() !== '';
  const classes = useSearch(text, SEARCH_DELAY_MS, askClasses, isRenewed ? RENEW_MS : null);
  const methodQuery = classes.found?.methodQuery ?? '';
  const shownClass = chosenPackage ? null : chosenOf(chosen, classes.found, text);
  const methods = useSearch(shownClass ? String(shownClass.classId) : null, 0, askMethods);
  const methodRows = methods.found?.classId === shownClass?.classId ? methods.found?.methods : undefined;
  const items = useMemo(
    () =>
      chosenPackage?.kind === 'package'
        ? packageItems(chosenPackage.name, chosenPackage.classCount)
        : shownClass && methodRows
          ? methodItems(shownClass, methodRows, methodQuery)
          : [],
    [chosenPackage, shownClass, methodRows, methodQuery],
  );
  const askTaken = useCallback(
    async (typed: string) =>
      classes.found && !classes.searching
        ? typedRoot(typed, classes.found, shownClass, () => Promise.resolve(methodRows ?? []))
        : null,
    [classes.found, classes.searching, shownClass, methodRows],
  );
  const taken = useSearch(text.trim() === '' || methods.searching ? null : text, 0, askTaken);
  const pickClass = (row: ClassRow): void => {
    setChosen(row);
    setChosenPackage(null);
  };

  const typedWhyNot = disabled
    ? 'The session is over.'
    : isPattern(text)
      ? ''
      : 'Type a pattern first: pkg.Class::method, pkg.Class, pkg.* ...';
  const add = (pattern: string): void => {
    if (!roots.includes(pattern)) app.session.toggleRoot(pattern);
    setText('');
  };
  const takeTyped = async (): Promise<void> => {
    // Asked anew: the lists may still show what an earlier text found.
    const found = await askClasses(text).catch(() => null);
    const root = found
      ? await typedRoot(text, found, chosenOf(chosen, found, text), (id) =>
          app.engine.methodsOf(sessionId, id),
        )
      : null;
    if (field.current?.value !== text) return; // typed on meanwhile
    if (root !== null) add(root);
    else if (found && found.classes.length > 0) classList.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') classList.current?.focus();
    else if (event.key !== 'Enter') return;
    else if (text.trim() !== '') void takeTyped();
    else if (!runCommand(app, 'start') && !runCommand(app, 'startAgain')) classList.current?.focus();
    event.preventDefault();
  };

  return (
    <div className="rootPicker">
      <div className="rootPickerField">
        <TextField
          inputRef={field}
          label="Find class or method"
          placeholder="Find class or method, e.g. OrderService::process"
          value={text}
          disabled={disabled}
          onChange={setText}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const named = namedMethods(event.clipboardData.getData('text'));
            if (named.length < 2) return;
            event.preventDefault();
            setPasted(named);
          }}
        />
        <Button whyNot={typedWhyNot} onClick={() => add(text.trim())}>
          Add pattern
        </Button>
      </div>
      {text.trim() !== '' && !taken.searching && taken.found ? (
        <p className="rootPickerHint" role="status">
          Enter adds <code className="rootPickerTaken">{visibleText(taken.found)}</code>
          {isWildcard(text) || taken.found.includes('::') ? '' : ', all of its methods'}
        </p>
      ) : (
        <p className="rootPickerHint">
          Patterns: <code>pkg.Class::method(int,String)</code>, <code>pkg.Class</code>, <code>pkg.*</code>,{' '}
          <code>pkg.**</code>, <code>re:…</code> · Enter adds the root, Enter again starts recording; ↓ goes
          to the classes. A stack trace can be pasted.
        </p>
      )}
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
          search={classes.found}
          error={classes.error}
          shown={shownClass}
          onClass={pickClass}
          chosenPackage={chosenPackage}
          onPackage={setChosenPackage}
        />
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
              (shownClass
                ? methods.searching
                  ? 'Reading the class…'
                  : 'No method matches.'
                : 'Choose a class.')
            }
            draw={(item) => <MethodName item={item} />}
            hintOf={(item) => visibleLine(item.whyNot || item.pattern)}
          />
        </section>
      </div>
    </div>
  );
}

/** Those that samples have seen come before the others; else the order stays. */
function runningFirst(rows: readonly ClassRow[], running: readonly string[]): readonly ClassRow[] {
  if (running.length === 0) return rows;
  const seen = new Set(running);
  return [...rows.filter(({ name }) => seen.has(name)), ...rows.filter(({ name }) => !seen.has(name))];
}

/** The class whose methods are shown: the one picked, else the best match that has the method typed, or the best of all. */
function chosenOf(chosen: ClassRow | null, search: ClassSearch | null, text: string): ClassRow | null {
  if (!search) return chosen;
  const { classes, owner } = search;
  const still = classes.find((row) => row.classId === chosen?.classId);
  if (still ?? owner) return still ?? owner;
  return classes.length === 1 || text.trim() !== '' ? (classes.find((row) => row.modifiable) ?? null) : null;
}

function simpleName(className: string): string {
  return visibleText(className.slice(className.lastIndexOf('.') + 1));
}
