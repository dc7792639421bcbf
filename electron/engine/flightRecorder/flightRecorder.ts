import { SluiceError } from '../../../shared/base/errors.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import { diagnose } from '../attach/attach.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { isAbandoned } from '../agent/abandonedSessions.ts';
import type { TargetFile, TargetFolder } from '../agent/targetFolder.ts';
import { runsOn } from '../jvms/procStatus.ts';
import type { RecordedEvents } from './recordedEvents.ts';

const REPLY_LIMIT_BYTES = 1 << 20;
/** An hour of samples each millisecond has a tenth. */
export const FILE_LIMIT_BYTES = 256 << 20;
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
/** After that it writes its file; a JVM that stands still meanwhile does so later. */
const LATE_MS = 3_600_000;

/** What samples are read with: of which program, and how often. */
const FACTS: readonly RecordedEvents[] = [
  { name: 'jdk.JVMInformation', settings: {} },
  { name: 'jdk.ActiveSetting', settings: {} },
];

/**
 * A recording of the target's own Flight Recorder, by diagnostic commands over the attach protocol: no agent, no probe. Recordings of
 * others are neither stopped nor changed; the JVM joins the settings of all. Those of tools that are gone are stopped.
 *
 *     JFR.configure stackdepth=2048     holds only before the first start in the JVM's life; in 25 before any other command of JFR
 *     JFR.check                         "Recording 1: name=sluice-session-4026531836.4711.81516-a1B2c3 duration=65s (running)"
 *     JFR.start     name, duration, file, file of settings     "Started recording 3."
 *     JFR.stop      name
 *
 * The JVM writes the file when the recording is stopped, when its time is over, and when the program ends. If it cannot, it says so on the
 * stdout of the program. So the folder stays as long as that may come: until its end is known, or an hour after its time.
 *
 * Source: JDK jdk.jfr.internal.dcmd.DCmdStart, PlatformRecording.stop, PlatformRecorder.destroy.
 */
export class FlightRecording {
  readonly #target: AttachTarget;
  readonly #folder: TargetFolder;
  readonly #name: string;
  /** The JVM may have it, and will write its file. */
  #mayRun = false;

  private constructor(target: AttachTarget, folder: TargetFolder) {
    this.#target = target;
    this.#folder = folder;
    this.#name = folder.name;
  }

  /**
   * @param folder its own from now on: see close
   * @param forMs it ends by itself some time after that
   * @throws SluiceError 'not-attachable' where the JVM has no Flight Recorder, 'attach-failed' where it refuses
   */
  static async start(
    target: AttachTarget,
    folder: TargetFolder,
    events: readonly RecordedEvents[],
    forMs: number,
  ): Promise<FlightRecording> {
    const recording = new FlightRecording(target, folder);
    try {
      await recording.#start(events, forMs);
      return recording;
    } catch (thrown) {
      recording.close();
      throw thrown;
    }
  }

  async #start(events: readonly RecordedEvents[], forMs: number): Promise<void> {
    const { pid } = this.#target;
    const configured = await this.#ask(`JFR.configure stackdepth=${STACK_DEPTH}`);
    if (configured === '' || configured.includes('Module jdk.jfr not found')) throw withoutRecorder(pid);
    await this.#stopAbandoned();
    const seconds = Math.ceil(forMs / 1000) + MARGIN_S;
    const keptUntilMs = Date.now() + seconds * 1000 + LATE_MS;
    const settings = this.#folder.put('settings.jfc', settingsFile([...events, ...FACTS]), keptUntilMs);
    this.#mayRun = true;
    const reply = await this.#ask(
      `JFR.start name=${this.#name} settings=${settings} duration=${seconds}s filename=${this.#folder.fileForTarget}`,
    );
    if (/Started recording \d+/.test(reply) && !reply.includes('Warning!')) return;
    if (reply.includes('Started recording')) await this.stop().catch(() => {});
    else this.#mayRun = false;
    throw new SluiceError(
      'attach-failed',
      `The Flight Recorder of JVM ${pid} did not start: ${toldText(reply.trim()) || 'it said nothing'}`,
      'Look whether the program forbids it: -XX:-FlightRecorder, or a disk that is full.',
    );
  }

  async #stopAbandoned(): Promise<void> {
    for (const name of (await this.#recordings()).filter(isAbandoned)) {
      await this.#ask(`JFR.stop name=${name}`);
      this.#folder.removeOther(name);
    }
  }

  async #recordings(): Promise<readonly string[]> {
    const reply = await this.#ask('JFR.check');
    return Array.from(reply.matchAll(/^Recording \d+: name=(\S+)/gm), ([, name]) => name);
  }

  #ask(command: string): Promise<string> {
    return diagnose(this.#target, command, REPLY_LIMIT_BYTES);
  }

  /**
   * Where the JVM writes meanwhile, as it sees it. It may be another folder after each start of a recording.
   * @returns null: it does not tell
   */
  async repository(): Promise<string | null> {
    const reply = await this.#ask('JFR.configure');
    const [, path = null] = /^Repository path: (\/.*)$/m.exec(reply) ?? [];
    return path;
  }

  /** Resolves when the JVM has written its file, now or when its time was over. @throws SluiceError 'attach-failed' | 'target-gone' */
  async stop(): Promise<void> {
    const reply = await this.#ask(`JFR.stop name=${this.#name}`);
    if (!reply.includes('Stopped recording') && (await this.#recordings()).includes(this.#name))
      throw new SluiceError(
        'attach-failed',
        `The Flight Recorder of JVM ${this.#target.pid} did not stop: ${toldText(reply.trim()) || 'it said nothing'}`,
        `It ends by itself within ${MARGIN_S} s.`,
      );
    this.#mayRun = false;
  }

  /** What the JVM has written. @throws SluiceError 'io' */
  bytes(): Uint8Array {
    return this.#folder.read(FILE_LIMIT_BYTES);
  }

  /** Takes the folder away, unless the JVM may still write there. */
  close(): void {
    const { pid, startTicks } = this.#target;
    if (this.#mayRun && runsOn(pid, startTicks)) this.#folder.leave();
    else this.#folder.remove();
  }
}

function withoutRecorder(pid: number): SluiceError {
  return new SluiceError(
    'not-attachable',
    `JVM ${pid} has no Flight Recorder: its runtime lacks the module jdk.jfr.`,
    'Start the program with a JDK that has it, or record with probes.',
  );
}

/**
 * Settings as a configuration of the Flight Recorder (.jfc). A command that has them all is too long: a JVM closes the connection for
 * 1,024 bytes and more, without a word. In a file of our own no setting needs a `+`, and names that a JDK does not know do no harm.
 * Source: JDK jdk.jfr.internal.jfc.JFCParser.
 */
function settingsFile(events: readonly RecordedEvents[]): string {
  const lines = events.map(({ name, settings }) => {
    const all = Object.entries({ enabled: 'true', ...settings });
    return `  <event name="${name}">${all.map(([key, value]) => `<setting name="${key}">${value}</setting>`).join('')}</event>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<configuration version="2.0" label="Sluice" description="What Sluice asks for" provider="Sluice">',
    ...lines,
    '</configuration>',
    '',
  ].join('\n');
}
