import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState, useSetting } from '../../state/app/appContext.ts';
import { COMMANDS } from '../../state/commands/commands.ts';
import { LAST_LAUNCH } from '../../state/drafts/launchSetting.ts';
import { useWhyNot } from '../../state/commands/useWhyNot.ts';
import { Button } from '../../widgets/Button.tsx';
import { Prose } from '../../widgets/Prose.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { AttachSteps } from './AttachSteps.tsx';
import { uptimeText } from './uptime.ts';
import './TargetDetails.css';

/** What the selected JVM is and what attaching to it means, before it is done. */
export function TargetDetails({ jvm }: { readonly jvm: JvmSummary | undefined }) {
  return (
    <section className="targetDetails" aria-label="Selected JVM">
      <div className="targetDetailsHead">
        <h2>
          {jvm ? (
            <>
              {visibleText(jvm.mainClass) || 'unknown'} <span className="muted">PID {jvm.pid}</span>
            </>
          ) : (
            'No JVM is selected'
          )}
        </h2>
        <div className="targetDetailsActions">
          {jvm && jvm.commandLine !== '' ? <LaunchInstead jvm={jvm} /> : null}
          <CommandButton command="attachDemo" />
          <CommandButton command="monitor" />
          <CommandButton command="heap" />
          <CommandButton command="threadsNow" />
          <CommandButton command="runningNow" />
          <CommandButton command="attach" kind="primary" />
        </div>
      </div>
      <div className="targetDetailsText">
        {jvm ? (
          <JvmFacts jvm={jvm} />
        ) : (
          <p className="muted">Select one to see what attaching to it will do.</p>
        )}
      </div>
      <AttachSteps />
    </section>
  );
}

function JvmFacts({ jvm }: { readonly jvm: JvmSummary }) {
  const isAttached = useAppState(({ attached }) => attached.has(jvm.pid));
  return (
    <>
      {isAttached ? (
        <p>Sluice is attached already, from another window. Attach joins its session: both show the same.</p>
      ) : null}
      <p className="muted">{factsOf(jvm)}</p>
      <p className="targetDetailsCommand mono muted">{visibleText(jvm.commandLine)}</p>
      {jvm.attachable ? null : (
        <p className="targetDetailsBar">
          <Prose text={visibleLine(jvm.whyNot)} />
        </p>
      )}
      {jvm.notices.map(({ by, text }) => (
        <p key={by} className="targetDetailsNotice">
          <Prose text={visibleLine(text)} />
        </p>
      ))}
    </>
  );
}

/** JDK 25.0.1, OpenJDK 64-Bit Server VM · user shop · up 3 d 5 h · in a container */
function factsOf({ javaVersion, vmName, user, uptimeMs, container }: JvmSummary): string {
  return [
    [javaVersion ? `JDK ${visibleText(javaVersion)}` : 'JDK unknown', visibleText(vmName)]
      .filter(Boolean)
      .join(', '),
    `user ${visibleText(user)}`,
    `up ${uptimeText(uptimeMs)}`,
    ...(container ? ['in a container'] : []),
  ].join(' · ');
}

/**
 * A program that is launched has none of what the notices say of attaching, needs none of what forbids it, and is recorded from its main
 * method on, unless other roots were chosen for the same command before.
 */
function LaunchInstead({ jvm }: { readonly jvm: JvmSummary }) {
  const app = useApp();
  const [last, setting] = useSetting(LAST_LAUNCH);
  const fillIn = async (): Promise<void> => {
    const start = await app.programStart(jvm.pid);
    if (start === null) return;
    const { root, ...program } = start;
    const isKnown = last.commandLine === program.commandLine && last.roots.trim() !== '';
    setting.set({ ...last, ...program, roots: isKnown ? last.roots : root });
    app.overlay('launch');
  };
  return (
    <Button
      whyNot={useWhyNot(COMMANDS.launch)}
      hint="Start this program once more with the profiler in it: its start is recorded, and nothing happens of what is said here of attaching"
      onClick={() => void fillIn()}
    >
      Launch Instead…
    </Button>
  );
}
