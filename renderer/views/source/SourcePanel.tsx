import { useEffect, useMemo, useState } from 'react';
import { SOURCE_FORMS, type MethodSource, type SourceForm } from '../../../shared/ipc/methodSource.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState, useSetting } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { lineHitsOf } from '../../state/lineHits.ts';
import { SHOWS_SOURCE, SOURCE_PLACES, type AskedMethod } from '../../state/methodSources.ts';
import type { Results } from '../../state/results.ts';
import { selectedIn } from '../../state/selectionCommands.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Segments } from '../../widgets/Segments.tsx';
import { SourceSettings } from './SourceSettings.tsx';
import { SourceText } from './SourceText.tsx';
import './SourcePanel.css';

const FORM_TEXTS: Readonly<Record<SourceForm, string>> = {
  source: 'Source',
  decompiled: 'Decompiled',
  bytecode: 'Bytecode',
};

/** The code of the selected method, beside the view; nothing while it is not wanted. */
export function SourcePanel({ results }: { readonly results: Results }) {
  const [isOpen] = useSetting(SHOWS_SOURCE);
  return isOpen ? <OpenPanel results={results} /> : null;
}

function OpenPanel({ results }: { readonly results: Results }) {
  useAtom(results.selection);
  return (
    <section className="sourcePanel" aria-label="Source">
      <MethodCode
        method={selectedIn(results)?.method ?? null}
        nothing="Select a row or a frame: its code is shown here."
      />
    </section>
  );
}

interface MethodCodeProps {
  /** null: none is selected. */
  readonly method: AskedMethod | null;
  /** What is said then. */
  readonly nothing: string;
}

/** The code of a method with what is done with it. */
export function MethodCode({ method, nothing }: MethodCodeProps) {
  const app = useApp();
  const shown = useAtom(app.sources.shown);
  const [places] = useSetting(SOURCE_PLACES);
  const isAlone = useAppState(({ connection }) => connection === 'none');
  const [form, setForm] = useState<SourceForm>('source');
  const [showsSettings, setShowsSettings] = useState(false);
  const asked = useSameMethod(method);
  useEffect(() => {
    if (asked && !isAlone) void app.sources.ask(asked, form, false);
  }, [app, asked, form, places, isAlone]);
  const source = shown?.kind === 'found' ? shown.source : null;
  return (
    <>
      <header className="sourcePanelHeader">
        <h3 className="sourcePanelTitle mono">{method && source ? visibleText(source.title) : 'Source'}</h3>
        <span className="sourcePanelPlace muted" title={source ? visibleText(source.place) : undefined}>
          {method && source ? visibleText(source.place) : ''}
        </span>
        <Button kind="quiet" label="Close source" hint="Close (J)" onClick={() => app.sources.toggle()}>
          ✕
        </Button>
      </header>
      <div className="sourcePanelTools">
        <Segments
          label="Form"
          value={form}
          options={SOURCE_FORMS.map((value) => ({ value, text: FORM_TEXTS[value] }))}
          onChange={setForm}
        />
        <Button
          kind="quiet"
          hint="Opens the file at the method, in your editor"
          whyNot={
            !source ? 'Select a method first.' : source.file === '' ? 'It is in no file of its own.' : ''
          }
          onClick={() => source && void app.sources.openInEditor(source.file, source.firstLine)}
        >
          Open in Editor
        </Button>
        <Button
          kind="quiet"
          hint="Where sources are looked for, and the command of your editor"
          pressed={showsSettings}
          onClick={() => setShowsSettings(!showsSettings)}
        >
          Places…
        </Button>
      </div>
      {showsSettings ? <SourceSettings /> : null}
      {isAlone ? (
        <EmptyState title="No source here">
          <p>A saved page holds no sources. Open the recording in Sluice, on the machine that has them.</p>
        </EmptyState>
      ) : !method ? (
        <EmptyState title="No method is selected">
          <p>{nothing}</p>
        </EmptyState>
      ) : shown?.kind === 'failed' ? (
        <NotFound method={method} form={form} message={shown.message} remedy={shown.remedy} />
      ) : source ? (
        <Found key={`${source.place} ${source.form}`} method={method} source={source} />
      ) : (
        <EmptyState title="Looking for the source" busy>
          <p>The first look at a program’s class path may take some seconds.</p>
        </EmptyState>
      )}
    </>
  );
}

/** The same object as long as it is the same method: who asks for its code asks once. */
function useSameMethod(method: AskedMethod | null): AskedMethod | null {
  const { className = '', name = '', descriptor = '', line = -1 } = method ?? {};
  return useMemo(
    () => (name === '' ? null : { className, name, descriptor, ...(line < 0 ? {} : { line }) }),
    [className, name, descriptor, line],
  );
}

function Found({ method, source }: { readonly method: AskedMethod; readonly source: MethodSource }) {
  const state = useAppState((all) => all);
  return (
    <>
      {source.notes.map((note) => (
        <p key={note} className="sourcePanelNote">
          {visibleLine(note)}
        </p>
      ))}
      {source.form === 'bytecode' && source.notes.length > 0 ? (
        <Decompile method={method} source={source} />
      ) : null}
      <SourceText source={source} hits={lineHitsOf(state, method)} frameLine={method.line ?? 0} />
    </>
  );
}

interface NotFoundProps {
  readonly method: AskedMethod;
  readonly form: SourceForm;
  readonly message: string;
  readonly remedy: string;
}

function NotFound({ method, form, message, remedy }: NotFoundProps) {
  const app = useApp();
  return (
    <EmptyState title="There is no code to show">
      <p>{visibleLine(message)}</p>
      {remedy === '' ? null : <p>{visibleLine(remedy)}</p>}
      {form === 'decompiled' ? (
        <Button
          hint="1.6 MB from Maven Central, once, checked by its SHA-256; Apache-2.0"
          onClick={() => void app.sources.ask(method, 'decompiled', true)}
        >
          Fetch Vineflower and decompile
        </Button>
      ) : null}
    </EmptyState>
  );
}

/** Offers what is better than bytecode. */
function Decompile({ method, source }: { readonly method: AskedMethod; readonly source: MethodSource }) {
  const app = useApp();
  const { name, version, license, bytes, isHere } = source.decompiler;
  return (
    <div className="sourcePanelOffer">
      <Button
        hint={isHere ? 'In a JVM of its own' : `From Maven Central, once, checked by its SHA-256`}
        onClick={() => void app.sources.ask(method, 'decompiled', true)}
      >
        {isHere ? `Decompile by ${name}` : `Fetch ${name} and decompile`}
      </Button>
      <span className="muted">
        {name} {version}, {license}
        {isHere ? '' : `, ${(bytes / 1e6).toFixed(1)} MB from Maven Central`}
      </span>
    </div>
  );
}
