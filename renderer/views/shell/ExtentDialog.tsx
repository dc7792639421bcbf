import { useEffect, useRef } from 'react';
import { formatCount, THIN_SPACE } from '../../../shared/naming/formatNumbers.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { costText, placesText, sizeText } from '../../../shared/recording/extent.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { Button } from '../../widgets/Button.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import './ExtentDialog.css';

/** The rest is told by its number. */
const MOST_GROUPS = 8;

/** Asks, before a recording that may become large, what it is to measure. */
export function ExtentDialog() {
  const question = useApp().session.preview.extent;
  const asked = useAtom(question.asked);
  const proposed = useRef<HTMLButtonElement>(null);
  // Where all is to be had by one key. The dialog has no field, and its first button would have the focus.
  useEffect(() => proposed.current?.focus(), []);
  if (asked === null) return null;
  const { extent, own, whyNotOwn } = asked;
  const groups = extent.groups.slice(0, MOST_GROUPS);
  const others = extent.groups.slice(MOST_GROUPS);
  const rest = others.reduce((sum, { classes }) => sum + classes, 0);
  return (
    <Dialog label="What is to be measured?" onClose={() => question.answer('none')}>
      <header className="dialogHeader">
        <h2>What is to be measured?</h2>
      </header>
      <div className="extentDialog">
        <p>
          With everything <strong>{sizeText(extent, THIN_SPACE)}</strong>, and {costText(extent)}.
        </p>
        <table aria-label="Loaded classes by package">
          <thead>
            <tr>
              <th scope="col">Package</th>
              <th scope="col">Classes</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <td>{visibleText(group.name) || '(unnamed package)'}</td>
                <td>{formatCount(group.classes)}</td>
                <td className="extentDialogPlaces">{visibleLine(placesText(group))}</td>
              </tr>
            ))}
            {rest > 0 ? (
              <tr className="muted">
                <td>{formatCount(others.length)} more</td>
                <td>{formatCount(rest)}</td>
                <td />
              </tr>
            ) : null}
          </tbody>
        </table>
        {own === null ? (
          <p>
            {visibleLine(whyNotOwn)} Name them in <em>Include only</em>.
          </p>
        ) : (
          <>
            <p>
              <strong>My code</strong> is {visibleLine(own.patterns.join(', '))}, of{' '}
              {visibleLine(own.places.join(', '))}.
            </p>
            <p>
              <strong>Its borders</strong> are the methods by which it calls outward, or is called: JDBC, JPA,
              HTTP clients, messages, servlets.
            </p>
          </>
        )}
      </div>
      <footer className="extentDialogActions">
        <Button onClick={() => question.answer('none')}>Cancel</Button>
        <span className="extentDialogGap" />
        <Button onClick={() => question.answer('all')}>Everything</Button>
        <Button whyNot={whyNotOwn} onClick={() => question.answer('borders')}>
          My Code and Its Borders
        </Button>
        <Button kind="primary" ref={proposed} whyNot={whyNotOwn} onClick={() => question.answer('own')}>
          Only My Code
        </Button>
      </footer>
    </Dialog>
  );
}
