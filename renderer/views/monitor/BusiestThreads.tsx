import { useId } from 'react';
import { curveValueText } from '../../../shared/monitor/curves.ts';
import type { BusyThread } from '../../../shared/monitor/monitorSample.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';

interface BusiestThreadsProps {
  /** null: not known. */
  readonly threads: readonly BusyThread[] | null;
  /** In full, where they are known. */
  readonly names: ReadonlyMap<number, string>;
}

/** The threads that ran most in the second that is told. */
export function BusiestThreads({ threads, names }: BusiestThreadsProps) {
  const title = useId();
  const most = Math.max(1, ...(threads ?? []).map(({ cores }) => cores));
  return (
    <section className="curve" aria-labelledby={title}>
      <header className="curveHeader">
        <h3 id={title}>Busiest Threads</h3>
        <span className="curveKey" />
        <CommandButton command="nameThreads" />
        <CommandButton command="threadsNow" />
      </header>
      {threads === null || threads.length === 0 ? (
        <p className="muted busiestNone">{threads === null ? 'Not known yet.' : 'No thread ran.'}</p>
      ) : (
        <table className="busiest" aria-labelledby={title}>
          <thead className="visuallyHidden">
            <tr>
              <th scope="col">Thread</th>
              <th scope="col">CPU</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {threads.map(({ tid, name, cores }) => (
              <tr key={tid}>
                <th scope="row" title={`Thread ${tid} of the system`}>
                  {visibleText(names.get(tid) ?? name)}
                </th>
                <td>{curveValueText(cores, 'cores')}</td>
                <td aria-hidden="true">
                  <svg className="busiestBar" width="100%" height="10">
                    <rect width={`${(100 * cores) / most}%`} height="10" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
