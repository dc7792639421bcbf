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
          {jvm && (jvm.notices.length > 0 || (!jvm.attachable && jvm.commandLine !== '')) ? (
            <LaunchInstead jvm={jvm} />
          ) : null}
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
 * A program that is launched has none of what the notices say of attaching, and needs none of what forbids it. Its start is recorded from its
 * main method on, unless other roots were chosen for the same command before.
 */
function LaunchInstead({ jvm }: { readonly jvm: JvmSummary }) {
  const app = useApp();
  const [last, setting] = useSetting(LAST_LAUNCH);
  return (
    <Button
      whyNot={useWhyNot(COMMANDS.launch)}
      hint="Start this program once more with the profiler in it, without what is said here of attaching"
      onClick={() => {
        const commandLine = `java ${jvm.commandLine}`;
        const isKnown = last.commandLine === commandLine && last.roots.trim() !== '';
        setting.set({ ...last, commandLine, roots: isKnown ? last.roots : mainMethodOf(jvm) });
        app.overlay('launch');
      }}
    >
      Launch Instead…
    </Button>
  );
}

/** As a root; "" where a jar or a module is what was started. */
function mainMethodOf({ mainClass }: JvmSummary): string {
  return /^[\w$]+(\.[\w$]+)*$/.test(mainClass) && !mainClass.endsWith('.jar') ? `${mainClass}::main` : '';
}
