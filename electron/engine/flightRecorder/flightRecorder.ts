import { randomBytes } from 'node:crypto';
import { SluiceError } from '../../../shared/base/errors.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import { diagnose } from '../attach/attach.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import type { TargetFile, TargetFolder } from '../agent/targetFolder.ts';
import type { RecordedEvents } from './recordedEvents.ts';
import { settingsFile } from './settingsFile.ts';

const REPLY_LIMIT_BYTES = 1 << 20;
/** An hour of samples each millisecond has a tenth. */
const FILE_LIMIT_BYTES = 256 << 20;
/** Where a Flight Recorder may write some megabytes: on the disk, if memory is scarce. */
export const RECORDER_FILE: TargetFile = {
  name: 'samples.jfr',
  title: 'the file of the Flight Recorder',
  parents: ['/tmp', '/var/tmp'],
};
/** Stacks that are cut lose their outer frames, and with them the root. 2,048 is the most that there is. */
const STACK_DEPTH = 2048;
/** A tool that is killed leaves a recording on: it ends by itself so much after the wanted time. */
const MARGIN_S = 60;

/** What samples are read with: of which program, and how often. */
const FACTS: readonly RecordedEvents[] = [
  { name: 'jdk.JVMInformation', settings: {} },
  { name: 'jdk.ActiveSetting', settings: {} },
];

/**
 * A recording of the target's own Flight Recorder, by diagnostic commands over the attach protocol: no agent, no probe. Recordings of
 * others are neither stopped nor changed; the JVM joins the settings of all.
 *
 *     JFR.configure stackdepth=2048     holds only before the first start in the JVM's life; in 25 before any other command of JFR
 *     JFR.start     name, duration, file, file of settings     "Started recording 3."
 *     JFR.stop      name
 *
 * Source: JDK jdk.jfr.internal.dcmd.DCmdStart.
 */
export class FlightRecording {
  readonly #target: AttachTarget;
  readonly #folder: TargetFolder;
  readonly #name: string;

  private constructor(target: AttachTarget, folder: TargetFolder, name: string) {
    this.#target = target;
    this.#folder = folder;
    this.#name = name;
  }

  /**
   * @param forMs it ends by itself some time after that
   * @throws SluiceError 'not-attachable' where the JVM has no Flight Recorder, 'attach-failed' where it refuses
   */
  static async start(
    target: AttachTarget,
    folder: TargetFolder,
    events: readonly RecordedEvents[],
    forMs: number,
  ): Promise<FlightRecording> {
    const configured = await diagnose(target, `JFR.configure stackdepth=${STACK_DEPTH}`, REPLY_LIMIT_BYTES);
    if (configured === '' || configured.includes('Module jdk.jfr not found'))
      throw withoutRecorder(target.pid);
    const name = `sluice-${randomBytes(6).toString('hex')}`;
    const recording = new FlightRecording(target, folder, name);
    const settings = folder.put('settings.jfc', settingsFile([...events, ...FACTS]));
    const seconds = Math.ceil(forMs / 1000) + MARGIN_S;
    const reply = await diagnose(
      target,
      `JFR.start name=${name} settings=${settings} duration=${seconds}s filename=${folder.fileForTarget}`,
      REPLY_LIMIT_BYTES,
    );
    if (/Started recording \d+/.test(reply) && !reply.includes('Warning!')) return recording;
    if (reply.includes('Started recording')) await recording.stop().catch(() => {});
    throw new SluiceError(
      'attach-failed',
      `The Flight Recorder of JVM ${target.pid} did not start: ${toldText(reply.trim()) || 'it said nothing'}`,
      'Look whether the program forbids it: -XX:-FlightRecorder, or a disk that is full.',
    );
  }

  /**
   * Where the JVM writes meanwhile, as it sees it. It may be another folder after each start of a recording.
   * @returns null: it does not tell
   */
  async repository(): Promise<string | null> {
    const reply = await diagnose(this.#target, 'JFR.configure', REPLY_LIMIT_BYTES);
    const [, path = null] = /^Repository path: (\/.*)$/m.exec(reply) ?? [];
    return path;
  }

  /** The JVM closes its file: it is complete when this resolves. */
  async stop(): Promise<void> {
    const reply = await diagnose(this.#target, `JFR.stop name=${this.#name}`, REPLY_LIMIT_BYTES);
    if (reply.includes('Stopped recording')) return;
    throw new SluiceError(
      'attach-failed',
      `The Flight Recorder of JVM ${this.#target.pid} did not stop: ${toldText(reply.trim()) || 'it said nothing'}`,
      `It ends by itself within ${MARGIN_S} s.`,
    );
  }

  /** Once it is stopped. */
  bytes(): Uint8Array {
    return this.#folder.read(FILE_LIMIT_BYTES);
  }
}

function withoutRecorder(pid: number): SluiceError {
  return new SluiceError(
    'not-attachable',
    `JVM ${pid} has no Flight Recorder: its runtime lacks the module jdk.jfr.`,
    'Start the program with a JDK that has it, or record with probes.',
  );
}
