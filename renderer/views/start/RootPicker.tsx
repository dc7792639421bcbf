import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { namedMethods, type NamedMethod } from '../../../shared/callgraph/namedMethods.ts';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { useApp, useAppState } from '../../state/appContext.ts';
import { runCommand } from '../../state/commands.ts';
import { findClasses, type ClassSearch } from '../../state/findClasses.ts';
import { methodItems, packageItems } from '../../state/methodItems.ts';
import { isPattern, isWildcard } from '../../state/patternList.ts';
import { typedRoot } from '../../state/typedRoot.ts';
import { Button } from '../../widgets/Button.tsx';
import { Segments } from '../../widgets/Segments.tsx';
import { PickList } from '../../widgets/PickList.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { ClassName } from './ClassName.tsx';
import { MethodName } from './MethodName.tsx';
import { PackageTree } from './PackageTree.tsx';
import { PastedMethods } from './PastedMethods.tsx';
import { RootSuggestions } from './RootSuggestions.tsx';
import { ambiguousNames, packageRows, type PackageRow } from './packageRows.ts';
import { useSearch } from './useSearch.ts';
import './RootPicker.css';

const SEARCH_DELAY_MS = 120;
/** As long as the engine's list of classes serves: sooner it would be the same. */
const RENEW_MS = 3_000;
const CLASS_LIMIT = 200;
/** Of the packages tree, which shows closed packages first: more than any JVM has. */
const TREE_LIMIT = 1_000_000;
/** A tree of so few classes is shown open. */
const OPEN_TREE_CLASSES = 60;
const LOOKS = [
  { value: 'classes', text: 'Classes' },
  { value: 'packages', text: 'Packages' },
] as const;
const NO_ROOTS: readonly string[] = [];
/** What no class is put before others by. */
const NOTHING_RUNS: readonly string[] = [];
const NO_CLASSES: readonly ClassRow[] = [];
const NO_ROWS: readonly PackageRow[] = [];

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
  const [look, setLook] = useState<(typeof LOOKS)[number]['value']>('classes');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
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
  const found = classes.found?.classes ?? NO_CLASSES;
  const shownClass = chosenPackage ? null : chosenOf(chosen, classes.found, text);
  const ambiguous = useMemo(() => ambiguousNames(found), [found]);
  const noteOf = (row: ClassRow): string =>
    [ambiguous.has(row.name) ? `loader ${row.loader}` : '', row.modifiable ? '' : 'cannot be changed']
      .filter(Boolean)
      .join(', ');
  const tree = useMemo(() => {
    if (look !== 'packages') return NO_ROWS;
    const all = found.length > 0 && found.length <= OPEN_TREE_CLASSES;
    return packageRows(found, all ? new Set([...open, ...packagesOf(found)]) : open);
  }, [look, found, open]);
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
        <section className="rootPickerPane">
          <div className="rootPickerHeading">
            <ClassHeading search={classes.found} />
            <Segments
              label="Classes as"
              value={look}
              options={LOOKS}
              onChange={(chosenLook) => {
                setLook(chosenLook);
                setChosenPackage(null);
              }}
            />
          </div>
          {look === 'packages' ? (
            <PackageTree
              treeRef={classList}
              rows={tree}
              isSelected={(row) =>
                row.kind === 'package'
                  ? chosenPackage?.kind === 'package' && chosenPackage.name === row.name
                  : row.row.classId === shownClass?.classId
              }
              onPick={(row) => (row.kind === 'package' ? setChosenPackage(row) : pickClass(row.row))}
              onToggle={(name) => setOpen(toggled(open, name))}
              noteOf={noteOf}
              empty={classes.error || emptyClasses(classes.found)}
            />
          ) : (
            <PickList
              listRef={classList}
              label="Loaded classes"
              items={found}
              keyOf={(row) => String(row.classId)}
              isSelected={(row) => row.classId === shownClass?.classId}
              onPick={pickClass}
              pickOnMove
              empty={classes.error || emptyClasses(classes.found)}
              draw={(row) => <ClassName name={row.name} note={noteOf(row)} />}
              hintOf={(row) =>
                visibleText(`${row.name}\nloader: ${row.loader}\nmodule: ${row.module || 'unnamed'}`)
              }
            />
          )}
        </section>
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
            hintOf={(item) => visibleText(item.whyNot || item.pattern)}
          />
        </section>
      </div>
    </div>
  );
}

function toggled(open: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(name)) next.add(name);
  return next;
}

function packagesOf(classes: readonly ClassRow[]): readonly string[] {
  return classes.flatMap(({ name }) => {
    const parts = name.split('.').slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
  });
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

/** What is looked for may be cut, how much is found not. */
function ClassHeading({ search }: { readonly search: ClassSearch | null }) {
  if (!search) return <h3>Loaded classes</h3>;
  const { classes, classQuery } = search;
  const count = classes.length === CLASS_LIMIT ? `first ${CLASS_LIMIT} shown` : String(classes.length);
  const query = visibleText(classQuery);
  return (
    <h3 title={query}>
      <span className="rootPickerQuery">
        {query === '' ? 'Loaded classes' : `Loaded classes with “${query}”`}
      </span>{' '}
      <span className="rootPickerCount">{count}</span>
    </h3>
  );
}

function emptyClasses(search: ClassSearch | null): string {
  if (!search) return 'Asking the JVM for its classes…';
  return `No loaded class has “${visibleText(search.classQuery)}” in its name. For a class that is loaded later take what is typed as a pattern.`;
}

function simpleName(className: string): string {
  return visibleText(className.slice(className.lastIndexOf('.') + 1));
}
