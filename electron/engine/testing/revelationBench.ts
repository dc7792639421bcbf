import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { NOTE_MESSAGES, noteText } from '../../../shared/messages/noteMessages.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import type { StartOptions } from '../revelation/instrumenter.ts';
import { Revelation } from '../revelation/revelation.ts';
import { PaperJvm } from './paperJvm.ts';

/** A revelation at work on a JVM on paper. */
export interface Bench {
  readonly jvm: PaperJvm;
  readonly revelation: Revelation;
  readonly notes: string[];
  /** How often long work said that it gets on. */
  readonly workSteps: { count: number };
}

export async function bench(
  source: string,
  loaded: readonly string[],
  compiled: readonly string[] = [],
): Promise<Bench> {
  const jvm = await PaperJvm.of(source, loaded);
  const notes: string[] = [];
  const workSteps = { count: 0 };
  const revelation = new Revelation(
    jvm,
    {
      onMethods: (methods) => methods.forEach((method) => jvm.methods.set(method.id, method)),
      onNote: (id, details) => notes.push(`${NOTE_MESSAGES[id].severity}: ${noteText(id, details)}`),
      onGetsOn: () => workSteps.count++,
    },
    { look: () => jvm.swapWork() },
    () => Promise.resolve(new Set(compiled)),
  );
  jvm.setHandlers({
    ...revelation.handlers,
    note: () => {},
    heartbeat: () => {},
    ending: () => {},
    closed: () => {},
  });
  return { jvm, revelation, notes, workSteps };
}

/**
 * Compiles, loads, starts.
 * @param compiled what the JVM's own compiler is said to have compiled  @param furtherClasses see PaperJvm
 */
export async function recording(
  source: string,
  loaded: readonly string[],
  request: Partial<RecordingRequest> = {},
  options: StartOptions = {},
  compiled: readonly string[] = [],
  furtherClasses = 0,
): Promise<Bench> {
  const made = await bench(source, loaded, compiled);
  made.jvm.furtherClasses = furtherClasses;
  await made.revelation.start(
    recordingRequest('Main::root', { clock: 'none', countTrivial: false, ...request }),
    options,
  );
  made.revelation.recordingStarted();
  return made;
}
