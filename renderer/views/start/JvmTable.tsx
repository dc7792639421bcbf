import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { plainText } from '../../../shared/naming/prose.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { pageRows, rowStep } from '../../widgets/rowStep.ts';
import { argumentsOf } from './jvmRows.ts';
import { uptimeText } from './uptime.ts';
import './JvmTable.css';

interface JvmTableProps {
  readonly jvms: readonly JvmSummary[];
  /** Those that a session of this engine is attached to. */
  readonly attached: ReadonlyMap<number, string>;
  readonly selectedPid: number | null;
  readonly onSelect: (pid: number) => void;
  readonly onAttach: (pid: number) => void;
  /** What is running in it now. */
  readonly onLook: (pid: number) => void;
}

/** The running JVMs; one is selected by click or arrow keys, and attached to by Enter or double click. */
export function JvmTable({ jvms, attached, selectedPid, onSelect, onAttach, onLook }: JvmTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** A row that ends with its JVM takes the focus with it, and no event tells. */
  const hasFocus = useRef(false);
  const selectedIndex = jvms.findIndex((jvm) => jvm.pid === selectedPid);
  /** The one row that Tab reaches. */
  const tabStop = Math.max(0, selectedIndex);

  useEffect(() => {
    // The arrow keys move the selection; the focus follows while it is in the table.
    const rows = body.current;
    if (rows?.contains(document.activeElement)) rows.querySelectorAll('tr')[tabStop]?.focus();
  }, [tabStop]);

  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      body.current?.querySelectorAll('tr')[tabStop]?.focus();
  }, [jvms, tabStop]);

  const onBlur = ({ target }: FocusEvent): void => {
    queueMicrotask(() => {
      if (target.isConnected) hasFocus.current = false;
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = rowStep(event.key, jvms, selectedIndex, rowsInView(event.currentTarget));
    if (typeof step === 'number') {
      onSelect(jvms[step].pid);
      event.preventDefault();
    } else if (event.key === 'Enter' && selectedIndex >= 0) {
      onAttach(jvms[selectedIndex].pid);
      event.preventDefault();
    }
  };

  return (
    <table className="jvmTable" role="grid" aria-label="Running JVMs">
      <thead>
        <tr>
          <th scope="col" className="number">
            PID
          </th>
          <th scope="col">Main Class</th>
          <th scope="col">JDK</th>
          <th scope="col">User</th>
          <th scope="col" className="number">
            Uptime
          </th>
          <th scope="col">Attach</th>
          <td />
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown} onFocus={() => (hasFocus.current = true)} onBlur={onBlur}>
        {jvms.map((jvm, index) => (
          <JvmRow
            key={jvm.pid}
            jvm={jvm}
            isAttached={attached.has(jvm.pid)}
            selected={index === selectedIndex}
            tabStop={index === tabStop}
            onSelect={onSelect}
            onAttach={onAttach}
            onLook={onLook}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Of a table that its parent scrolls below a title that stays. */
function rowsInView(body: HTMLElement): number {
  const viewPx = body.closest('table')?.parentElement?.clientHeight ?? 0;
  const titlePx = body.offsetTop;
  return pageRows(viewPx - titlePx, body.querySelector('tr')?.offsetHeight ?? 0);
}

interface JvmRowProps {
  readonly jvm: JvmSummary;
  readonly isAttached: boolean;
  readonly selected: boolean;
  readonly tabStop: boolean;
  readonly onSelect: (pid: number) => void;
  readonly onAttach: (pid: number) => void;
  readonly onLook: (pid: number) => void;
}

/** One JVM; where attaching is impossible the row says why. */
function JvmRow({ jvm, isAttached, selected, tabStop, onSelect, onAttach, onLook }: JvmRowProps) {
  const whyNot = visibleLine(plainText(jvm.whyNot));
  return (
    <tr
      className={jvm.attachable ? 'jvmRow' : 'jvmRow jvmRow-barred'}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      title={visibleText(jvm.commandLine)}
      onClick={() => onSelect(jvm.pid)}
      onFocus={() => onSelect(jvm.pid)}
      onDoubleClick={() => onAttach(jvm.pid)}
    >
      <td className="number">{jvm.pid}</td>
      <td>
        <span className="jvmRowMain">{visibleText(jvm.mainClass) || 'unknown'}</span>
        <span className="jvmRowArguments">{visibleText(argumentsOf(jvm))}</span>
      </td>
      <td title={visibleText(jvm.vmName)}>{visibleText(jvm.javaVersion) || '?'}</td>
      <td>
        {visibleText(jvm.user)}
        {jvm.container ? <span className="jvmRowTag">container</span> : null}
        {isAttached ? <span className="jvmRowTag">attached</span> : null}
      </td>
      <td className="number">{uptimeText(jvm.uptimeMs)}</td>
      <td className="jvmRowReason" title={whyNot || undefined}>
        {jvm.attachable ? 'Yes' : whyNot}
        {jvm.attachable && jvm.notices.length > 0 ? (
          <span className="jvmRowNote" role="img" aria-label="with a note">
            i
          </span>
        ) : null}
      </td>
      <td className="jvmRowLook" onDoubleClick={(event) => event.stopPropagation()}>
        {jvm.attachable ? (
          <button
            type="button"
            tabIndex={-1}
            title="Samples, without an agent: which methods are at work, as it goes on (Ctrl+J)"
            onClick={() => onLook(jvm.pid)}
          >
            What Is Running Now
          </button>
        ) : null}
      </td>
    </tr>
  );
}
