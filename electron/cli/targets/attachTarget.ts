import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { chooseTarget } from './chooseTarget.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Attaches to the JVM that the user means, and says what he should know about it. @param target see chooseTarget */
export async function attachTarget(
  engine: EngineClient,
  terminal: Terminal,
  target: string,
): Promise<SessionStatus> {
  const jvms = await engine.listJvms();
  const pid = chooseTarget(target, jvms);
  const jvm = jvms.find((candidate) => candidate.pid === pid);
  for (const { text } of jvm?.notices ?? []) terminal.talk(`note: ${text}`);
  const session = await engine.attach(pid);
  terminal.talk(`attached to ${pid} ${session.target.mainClass} (Java ${session.target.javaVersion})`);
  return session;
}
