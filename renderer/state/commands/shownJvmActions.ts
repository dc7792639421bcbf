import { methodPattern } from '../../../shared/naming/methodNames.ts';
import { selectedIn } from '../selectionCommands.ts';
import { shownJvm } from '../shownJvm.ts';
import type { SluiceApp } from '../app/sluiceApp.ts';

/** What the JVM that the screen is about is doing; deadlocks of it are told beside. */
export function lookWhatRuns(app: SluiceApp): void {
  const jvm = shownJvm(app.state.get());
  if (!jvm) return;
  void app.running.look().then(() => app.deadlocks.look(jvm.pid, jvm.mainClass));
}

/** What each thread of the JVM that the screen is about does, what it waits for, and who holds that. */
export function showThreads(app: SluiceApp): void {
  const jvm = shownJvm(app.state.get());
  if (jvm) void app.threads.show(jvm);
}

/** Makes the method the root of the next recording of the JVM that the screen is about, and attaches to that first if need be. */
export async function takeAsRoot(app: SluiceApp, pattern: string): Promise<void> {
  const jvm = shownJvm(app.state.get());
  if (!jvm) return;
  await app.running.stop();
  app.selectJvm(jvm.pid);
  if (!jvm.isAttached && !(await app.attach(jvm.pid))) return;
  app.session.changeDraft({ roots: [pattern] });
  app.session.showTab('roots');
  if (jvm.isAttached) app.show('session');
}

export async function takeSelectedAsRoot(app: SluiceApp): Promise<void> {
  const results = app.shownResults();
  await results?.catchUp();
  const selected = results && selectedIn(results);
  if (selected) await takeAsRoot(app, methodPattern(selected.method));
}
