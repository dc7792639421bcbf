import { useRef, useState, type ReactNode } from 'react';
import { frameMethod, type FrameMethod } from '../../../shared/naming/stackFrame.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState, useSetting } from '../../state/app/appContext.ts';
import { USE_AS_ROOT_KEY } from '../../state/commands/recordingCommands.ts';
import { takeAsRoot } from '../../state/commands/shownJvmActions.ts';
import { SHOWS_SOURCE } from '../../state/methodSources.ts';
import { whyNoRoot } from '../../state/shownJvm.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { shownKey } from '../../widgets/keyName.ts';
import { MethodCode } from '../source/SourcePanel.tsx';
import { LocalGrid } from '../table/LocalGrid.tsx';
import type { ShownStack } from './shownStacks.ts';
import './StackPanel.css';

const SOURCE_KEYS: readonly string[] = ['j', 'F4'];

interface ChosenFrame {
  readonly stack: number;
  readonly at: number;
  /** Of a thread that has gone on it is none of its frames any more. */
  readonly frame: string;
}

interface StackPanelProps {
  /** Those of the selected row; null: none is selected. */
  readonly stacks: readonly ShownStack[] | null;
}

/** The stack of the selected row, beside the rows, and that of who holds the lock; from a frame to its code, and to a recording of it. */
export function StackPanel({ stacks }: StackPanelProps) {
  const app = useApp();
  const [chosen, setChosen] = useState<ChosenFrame | null>(null);
  const [showsSource] = useSetting(SHOWS_SOURCE);
  const isAlone = useAppState(({ connection }) => connection === 'none');
  const isThere = chosen !== null && stacks?.at(chosen.stack)?.frames[chosen.at] === chosen.frame;
  const method = isThere ? frameMethod(chosen.frame) : null;
  const useAsRoot = useRootOf(method, isThere);
  const onKey = (stack: ShownStack, key: string): boolean => {
    if (SOURCE_KEYS.includes(key)) app.sources.toggle();
    else if (key === 'Enter' && !showsSource) app.sources.toggle();
    else if (key === USE_AS_ROOT_KEY) useAsRoot.run();
    else if (key === 'Ctrl+c' && isThere) void app.copyText(chosen.frame);
    else if (key === 'Ctrl+Shift+c') void app.copyText(copiedStack(stack));
    else return false;
    return true;
  };
  return (
    <section className="sourcePanel stackPanel" aria-label="Stacks">
      <div className="stackPanelTools" role="toolbar" aria-label="Frame">
        <Button
          kind="quiet"
          pressed={showsSource}
          hint={`The code of the selected frame (${shownKey('j')})`}
          onClick={() => app.sources.toggle()}
        >
          Source
        </Button>
        {isAlone ? null : (
          <Button
            kind="quiet"
            whyNot={useAsRoot.whyNot}
            hint={`Record the calls of this method (${shownKey(USE_AS_ROOT_KEY)})`}
            onClick={useAsRoot.run}
          >
            Use as Root
          </Button>
        )}
      </div>
      {stacks === null ? (
        <EmptyState title="No row is selected">
          <p>Select one: its stack is shown here.</p>
        </EmptyState>
      ) : (
        <div className="stackPanelBody">
          <div className="stackPanelStacks">
            {stacks.map((stack, i) => (
              <FrameList
                key={stack.kind}
                stack={stack}
                selected={isThere && chosen.stack === i ? chosen.at : -1}
                onSelect={(at) => setChosen({ stack: i, at, frame: stack.frames[at] })}
                onKey={(key) => onKey(stack, key)}
              />
            ))}
          </div>
          {showsSource ? <FrameCode method={method} isThere={isThere} /> : null}
        </div>
      )}
    </section>
  );
}

/** What recording the calls of a frame's method needs. */
function useRootOf(
  method: FrameMethod | null,
  isThere: boolean,
): { readonly whyNot: string; readonly run: () => void } {
  const app = useApp();
  const hindrance = useAppState(whyNoRoot);
  const whyNot =
    method !== null
      ? hindrance
      : isThere
        ? 'This frame names no method of a class.'
        : 'Select a frame first.';
  return {
    whyNot,
    run: () => {
      if (whyNot === '' && method !== null) void takeAsRoot(app, `${method.className}::${method.name}`);
    },
  };
}

interface FrameListProps {
  readonly stack: ShownStack;
  /** -1: none of this stack. */
  readonly selected: number;
  readonly onSelect: (at: number) => void;
  readonly onKey: (key: string) => boolean;
}

function FrameList({ stack: { title, frames, nothing }, selected, onSelect, onKey }: FrameListProps) {
  const app = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const name = visibleText(title);
  const heading: ReactNode = (
    <span className="stackPanelTitle" title={name}>
      {name}
    </span>
  );
  return (
    <div className="stackPanelStack">
      <LocalGrid
        label={name}
        className="table-bare"
        scroller={scroller}
        columns={[{ id: 'frame', title: heading, isNumber: false, draw: visibleText, hintOf: visibleText }]}
        widths="minmax(0, 1fr)"
        rows={frames}
        selectedRow={selected}
        onSelect={onSelect}
        onDoubleClick={() => app.sources.open()}
        onKey={onKey}
      />
      {frames.length === 0 ? <p className="stackPanelNone muted">{nothing}</p> : null}
    </div>
  );
}

function FrameCode({ method, isThere }: { readonly method: FrameMethod | null; readonly isThere: boolean }) {
  return (
    <div className="stackPanelCode">
      <MethodCode
        method={method && { ...method, descriptor: '' }}
        nothing={
          isThere ? 'This frame names no method of a class.' : 'Select a frame: its code is shown here.'
        }
      />
    </div>
  );
}

/** As a trace is pasted elsewhere. */
function copiedStack({ title, frames }: ShownStack): string {
  return [title, ...frames.map((frame) => `\tat ${frame}`)].join('\n');
}
