import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { chooseTarget } from './chooseTarget.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** More than any JVM has: whoever looks for a pattern looks at all of them. */
export const ALL_CLASSES = 10_000_000;

/** Attaches, asks, detaches, whatever the answer. Nothing is instrumented; what attaching itself does is told. */
export async function withLiveTarget<Answer>(
  engine: EngineClient,
  terminal: Terminal,
  target: string,
  ask: (sessionId: string) => Promise<Answer>,
): Promise<Answer> {
  const jvms = await engine.listJvms();
  const pid = chooseTarget(target, jvms);
  for (const { by, text } of jvms.find((jvm) => jvm.pid === pid)?.notices ?? []) {
    if (by !== 'swap') terminal.talk(`note: ${text}`);
  }
  const { sessionId } = await engine.attach(pid);
  try {
    return await ask(sessionId);
  } finally {
    await engine.detach(sessionId);
  }
}
