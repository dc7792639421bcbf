import { useState } from 'react';
import type { FlameOrder } from '../../../shared/analysis/flameLayout.ts';
import { METRIC_PAIRS } from '../../../shared/metrics/metric.ts';
import { formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { useApp, useSetting } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { COMMANDS, runCommand } from '../../state/commands/commands.ts';
import { FLAME_INVERTED } from '../../state/flameInverted.ts';
import { useWhyNot } from '../../state/commands/useWhyNot.ts';
import { Button } from '../../widgets/Button.tsx';
import { findFieldKeys, FindSteps, type FindStep } from '../../widgets/FindSteps.tsx';
import { foundText, whenFound } from '../../widgets/foundText.ts';
import { SelectField } from '../../widgets/SelectField.tsx';
import { Spoken } from '../../widgets/Spoken.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import type { FlameKind, FlamePicture } from '../../worker/views/flameFrame.ts';
import { keyOf } from '../commandKeys.ts';
import type { ToolsProps } from '../table/toolsProps.ts';
import { FLAME_COLORING, FLAME_COLORINGS, FLAME_DIRECTIONS } from './flameSettings.ts';
import type { FlameDirection } from './flameStage.ts';
import '../table/FindField.css';

const DIRECTIONS: readonly { readonly value: FlameDirection; readonly text: string }[] = [
  { value: 'flame', text: 'Flame' },
  { value: 'icicle', text: 'Icicle' },
];

const ORDERS: readonly { readonly value: FlameOrder; readonly text: string }[] = [
  { value: 'weight', text: 'Widest first' },
  { value: 'name', text: 'By name' },
];

interface FlameToolsProps extends ToolsProps {
  readonly view: FlameKind;
}

/** Above the graph: where the root is drawn, in which order frames stand, what colours tell, and the search. */
export function FlameTools({ view, results, onLeave }: FlameToolsProps) {
  const [direction, directions] = useSetting(FLAME_DIRECTIONS[view]);
  const [coloring, colorings] = useSetting(FLAME_COLORING);
  const isCompared = useAtom(results.picture(view), (picture) => isComparison(picture));
  const order = useAtom(results.picture(view), (picture) => picture?.order ?? 'weight');
  const value = useAtom(results.picture(view), (picture) => picture?.value ?? '');
  const values = useAtom(results.picture(view), (picture) => picture?.values.join(' ') ?? '');
  const timed = useAtom(results.picture(view), (picture) => picture?.timed ?? true);
  return (
    <div className="flameTools">
      <FlameFind view={view} results={results} onLeave={onLeave} />
      {view === 'flame' ? <InvertButton /> : null}
      {values === '' ? null : (
        <SelectField
          label="Value"
          value={value}
          options={valueOptions(values.split(' '), timed)}
          hint="What frames are as wide as"
          onChange={(chosen) => results.ask(view, { kind: 'value', value: chosen })}
        />
      )}
      <SelectField
        label="Direction"
        value={direction}
        options={DIRECTIONS}
        hint="Where the root is: below, or on top (I)"
        onChange={(value) => directions.set(value)}
      />
      <SelectField
        label="Order of frames"
        value={order}
        options={ORDERS}
        hint="By name for comparing with another graph"
        onChange={(value) => results.ask(view, { kind: 'order', order: value })}
      />
      {isCompared ? null : (
        <SelectField
          label="Colours"
          value={coloring}
          options={FLAME_COLORINGS}
          hint="What colours tell apart. Auto: packages, or classes where nearly everything is in one package, or methods where it is in one class. What the JDK has is grey, unless it is nearly everything, or with JDK is chosen."
          onChange={(value) => colorings.set(value)}
        />
      )}
    </div>
  );
}

/** @param ids of the further metrics that there are */
function valueOptions(
  ids: readonly string[],
  timed: boolean,
): readonly { readonly value: string; readonly text: string }[] {
  const further = METRIC_PAIRS.filter(({ id }) => ids.includes(id));
  return [
    { value: '', text: timed ? 'Time' : 'Invocations' },
    ...further.map(({ id, title }) => ({ value: id, text: title })),
  ];
}

function InvertButton() {
  const app = useApp();
  const [isInverted] = useSetting(FLAME_INVERTED);
  const whyNot = useWhyNot(COMMANDS.invertFlameGraph);
  return (
    <Button
      hint={`Methods by their self time, with their callers above (${keyOf(COMMANDS.invertFlameGraph)})`}
      whyNot={whyNot}
      pressed={isInverted}
      onClick={() => runCommand(app, 'invertFlameGraph')}
    >
      Invert
    </Button>
  );
}

/** Finds frames, those below a pixel as well, and says what part of the whole they are. */
function FlameFind({ view, results, onLeave }: FlameToolsProps) {
  const search = useAtom(results.picture(view), (picture) => picture?.search ?? null);
  const selected = useAtom(results.picture(view), (picture) => picture?.selections ?? 0);
  // What is typed is not what was found last: the worker answers while the next letter comes.
  const [text, setText] = useState(search?.text ?? '');
  const find = (words: string): void => {
    setText(words);
    results.ask(view, { kind: 'search', text: words });
  };
  const step = (action: FindStep): void => results.ask(view, { kind: 'act', action });
  const share = search && search.count > 0 ? `, ${formatPercent(search.share, 1)}` : '';
  const result = `${foundText(search)}${share}`;
  return (
    <div className="findField" role="search">
      <TextField
        label={`Find in ${view === 'flame' ? 'flame graph' : 'packages'}`}
        placeholder="Find in graph (Ctrl+F)"
        value={text}
        onChange={find}
        onKeyDown={findFieldKeys(step, () => find(''), onLeave)}
      />
      <FindSteps count={search?.count ?? 0} nextKey="N" step={step} />
      <span className="muted">{result}</span>
      <Spoken when={whenFound(search, selected)} text={result} />
    </div>
  );
}

export function isComparison(picture: FlamePicture | null): boolean {
  return picture !== null && picture.sheet.changes !== null;
}
