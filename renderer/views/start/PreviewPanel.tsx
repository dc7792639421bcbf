import { formatCount, formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import type { Preview } from '../../../shared/recording/preview.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { RecordingDraft } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';
import './PreviewPanel.css';

interface PreviewPanelProps {
  readonly draft: RecordingDraft;
  readonly disabled: boolean;
}

/** What would be instrumented for what is chosen, by package, and what cannot be; worked out when it is asked for. */
export function PreviewPanel({ draft, disabled }: PreviewPanelProps) {
  const state = useAtom(useApp().session.preview.state);
  const isOfThis = state?.draft === draft;
  return (
    <section className="previewPanel" aria-label="Preview" aria-busy={state?.kind === 'asked'}>
      <div className="previewPanelBar">
        {disabled ? null : (
          <>
            <CommandButton command="preview" />
            <CommandButton command="onlyOwnCode" />
            <CommandButton command="ownCodeAndBorders" />
          </>
        )}
        <span className="muted" aria-live="polite">
          {state === null
            ? 'What would be instrumented, and what cannot be. Nothing changes in the program.'
            : !isOfThis
              ? 'Settings changed: update the preview.'
              : state.kind === 'asked'
                ? 'Working out what the roots can reach…'
                : ''}
        </span>
      </div>
      {state?.kind === 'failed' ? (
        <p className="previewPanelFailure">
          {visibleLine(state.message)} {visibleLine(state.remedy)}
        </p>
      ) : null}
      {state?.kind === 'answered' ? (
        <PreviewTable preview={state.preview} lazy={draft.scheme === 'lazy'} />
      ) : null}
    </section>
  );
}

function PreviewTable({ preview, lazy }: { readonly preview: Preview; readonly lazy: boolean }) {
  const { methods, classes, packages, refusals, refused } = preview;
  return (
    <>
      <p>
        <strong>
          {lazy ? 'Up to ' : ''}
          {formatCountOf(methods, 'method')} of {formatCountOf(classes, 'class', 'classes')}
        </strong>
        {lazy ? ', as far as they are called' : ', before the recording begins'}
        {refused > 0 ? `; ${formatCount(refused)} cannot be instrumented` : ''}
      </p>
      <div className="previewPanelTable" tabIndex={0} role="group" aria-label="Packages and refusals">
        <table aria-label="What would be instrumented">
          <thead>
            <tr>
              <th scope="col">Package</th>
              <th scope="col">Methods</th>
              <th scope="col">Classes</th>
            </tr>
          </thead>
          <tbody>
            {packages.map((one) => (
              <tr key={one.name}>
                <td>{visibleText(one.name) || '(unnamed package)'}</td>
                <td>{formatCount(one.methods)}</td>
                <td>{formatCount(one.classes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {refused > 0 ? (
          <>
            <h3>Not measured, or in part</h3>
            <ol aria-label="Not measured, or in part">
              {refusals.map((refusal, i) => (
                <li key={i}>{visibleLine(refusal)}</li>
              ))}
              {refused > refusals.length ? <li>and {formatCount(refused - refusals.length)} more</li> : null}
            </ol>
          </>
        ) : null}
      </div>
    </>
  );
}
