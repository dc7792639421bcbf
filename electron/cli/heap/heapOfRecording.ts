import { isDumpName } from '../../../shared/hprof/dumpName.ts';
import { UsageError } from '../../../shared/base/errors.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { madeContexts } from '../../../shared/recording/sets/madeContexts.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { readDump } from './heapDumpViews.ts';
import { checkDumpPlace, dumpInto } from './jvmHeap.ts';
import { readRecording } from '../files/readRecording.ts';
import { tellOfMakers } from './recordedMakers.ts';
import { explain, type Terminal } from '../terminal/terminal.ts';
import { writeFileAtomically } from '../files/writeFileAtomically.ts';

/** Of the rows that stay in the recording. */
const MOST_HINTS = 60;

/** Before anything is attached to. @throws SluiceError 'usage' | 'io' */
export async function checkHeapDumpOption(file: string, { live }: RecordingRequest): Promise<void> {
  if (live.length === 0)
    throw new UsageError(
      '--heap-dump without --live: no object would be followed, and the dump would not tell who has made its objects.',
      'Add --live 512k; or make a dump alone: sluice heap PID --output FILE.hprof.',
    );
  if (!isDumpName(file))
    throw new UsageError(`--heap-dump ${file} does not end in .hprof.`, 'Name it FILE.hprof.');
  await checkDumpPlace(file);
}

/** While the objects are followed yet. What the program calls meanwhile is not counted, so the pause is in no time. @returns whether there is a dump */
export async function dumpBeforeEnd(
  context: CommandContext,
  sessionId: string,
  file: string,
): Promise<boolean> {
  const { engine, terminal } = context;
  const { phase, target, measurement } = await engine.status(sessionId);
  if (phase !== 'recording') {
    terminal.talk('warning: the program has ended, so there is no dump of its heap');
    return false;
  }
  if (!measurement.paused) await engine.pause(sessionId);
  try {
    await dumpInto(context, target.pid, file, true);
    return true;
  } catch (thrown) {
    explain(terminal, thrown, 'warning: there is no heap dump: ');
    return false;
  }
}

/** Puts into a saved recording what may be a leak in the dump that was made of it: what holds it, and what has made it. */
export async function addLeakHints(terminal: Terminal, recording: string, dumpFile: string): Promise<void> {
  const snapshot = await readRecording(recording);
  const made = madeContexts(snapshot);
  const { set: hints, joined } = await readDump(
    terminal,
    dumpFile,
    {},
    {
      ...{ view: 'suspects', top: MOST_HINTS, depth: 0, isMadeOptional: true },
      ...(made !== null && { made }),
    },
  );
  if (joined === null)
    terminal.talk(
      'warning: no object that was followed is in the dump, so it is not known who has made what',
    );
  else tellOfMakers(terminal, recording, joined);
  const dataSets = [...snapshot.dataSets.filter(({ id }) => id !== hints.id), hints];
  await writeFileAtomically(recording, encodeSnapshot({ ...snapshot, dataSets }));
  terminal.talk(
    `${recording} has ${formatCountOf(hints.rows, 'leak hint', 'leak hints')}: sluice report ${recording} --view suspects`,
  );
}
