import { join } from 'node:path';
import { SluiceError } from '../../shared/base/errors.ts';
import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import { checkPatterns, checkRequest } from './checkedRequest.ts';
import { ok } from './doctor/finding.ts';
import { JvmQuestions } from './jvmQuestions.ts';
import { OpenSessions } from './openSessions.ts';
import type { ProgramLauncher } from './programLauncher.ts';
import { KeptRecordings } from './recordings/keptRecordings.ts';
import { ownStateFolder } from './recordings/stateFolder.ts';
import type { Session } from './session/session.ts';
import { Decompiler } from './source/decompiler.ts';
import { openInEditor } from './source/editor.ts';
import { SourceFinder } from './source/sourceFinder.ts';
import { checkSourceQuestion } from './source/sourceQuestion.ts';
import { diagnostics } from './support/diagnostics.ts';
import { ownFrames } from './support/ownFrames.ts';
import { SupportLog } from './support/supportLog.ts';
import { Targets } from './targets.ts';

const STATE_FOLDER = ownStateFolder();

/**
 * All that clients may ask of one tool process, each question a line: who answers it. What is asked of a session goes to the
 * session, what is asked of a JVM without one to JvmQuestions.
 */
export class Engine implements EngineClient, ProgramLauncher {
  /** Copies of recordings, of all the runs of this user. */
  readonly kept = new KeptRecordings(join(STATE_FOLDER, 'recent'));
  readonly log = new SupportLog(join(STATE_FOLDER, 'log'));
  readonly #sessions = new OpenSessions(this.log);
  readonly #targets = new Targets(this.#sessions);
  readonly jvms = new JvmQuestions((update) => this.#sessions.tell(update));
  readonly #sources = new SourceFinder(new Decompiler(join(STATE_FOLDER, 'decompiler')));

  readonly subscribe: EngineClient['subscribe'] = (listener) => this.#sessions.subscribe(listener);
  /** What a client that comes late has missed. */
  readonly catchUp: OpenSessions['catchUp'] = () => this.#sessions.catchUp();
  /** @throws SluiceError('not-found') */
  readonly session = (sessionId: string): Session => this.#sessions.get(sessionId);

  readonly attach: EngineApi['attach'] = async (pid) => this.#targets.attach(pid);
  readonly attachDemo: EngineApi['attachDemo'] = async () => this.#targets.attachDemo();
  readonly launch: EngineApi['launch'] = async (line, folder) => this.#targets.launch(line, folder);
  readonly launchCommand: ProgramLauncher['launchCommand'] = async (command, stdio, folder) =>
    this.#targets.launchCommand(command, stdio, folder);
  readonly start: EngineApi['start'] = async (id, request, waits) => this.#targets.start(id, request, waits);

  readonly resumeStartup: ProgramLauncher['resumeStartup'] = async (id) => this.session(id).resumeStartup();
  readonly searchClasses: EngineApi['searchClasses'] = async (id, query, limit) =>
    this.session(id).classes.search(query, limit);
  readonly methodsOf: EngineApi['methodsOf'] = async (id, classId) =>
    this.session(id).classes.methodsOf(classId);
  readonly ownCode: EngineApi['ownCode'] = async (id, withBorders) => {
    const session = this.session(id);
    return session.classes.ownCode(session.status().target.pid, withBorders === true);
  };
  readonly extent: EngineApi['extent'] = async (id, request) => {
    const session = this.session(id);
    return session.classes.extent(session.status().target.pid, checkRequest(request));
  };
  readonly preview: EngineApi['preview'] = async (id, request) =>
    this.session(id).classes.preview(checkRequest(request));
  readonly switchOff: EngineApi['switchOff'] = async (id, patterns) =>
    this.session(id).switchMethods(checkPatterns(patterns), false);
  readonly switchOn: EngineApi['switchOn'] = async (id, patterns) =>
    this.session(id).switchMethods(checkPatterns(patterns), true);
  readonly cancelStart: EngineApi['cancelStart'] = async (id) => this.session(id).cancelStart();
  readonly recordNow: EngineApi['recordNow'] = async (id) => this.session(id).recordNow();
  readonly rootCallers: EngineApi['rootCallers'] = async (id) => this.session(id).classes.rootCallers();
  readonly pause: EngineApi['pause'] = async (id) => this.session(id).mark('pause');
  readonly resume: EngineApi['resume'] = async (id) => this.session(id).mark('resume');
  readonly reset: EngineApi['reset'] = async (id) => this.session(id).mark('reset');
  readonly flush: EngineApi['flush'] = async (id, reader = '') => this.session(id).flush(reader);
  readonly stop: EngineApi['stop'] = async (id) => this.session(id).stop();
  readonly detach: EngineApi['detach'] = async (id) => this.session(id).detach();
  readonly status: EngineApi['status'] = async (id) => this.session(id).status();
  readonly over: EngineClient['over'] = async (id) => this.session(id).drained();
  readonly setReader: EngineClient['setReader'] = (id, reader) => this.session(id).setReader(reader);

  readonly listJvms: EngineApi['listJvms'] = async () => this.jvms.listJvms();
  readonly deadlocks: EngineApi['deadlocks'] = async (pid) => this.jvms.deadlocks(pid);
  readonly dumpThreads: EngineApi['dumpThreads'] = async (pid) => this.jvms.dumpThreads(pid);
  readonly sample: EngineApi['sample'] = async (...asked) => this.#ask(() => this.jvms.sample(...asked));
  readonly cancelSampling: EngineApi['cancelSampling'] = async (pid) => this.jvms.samplings.cancel(pid);
  readonly monitor: EngineApi['monitor'] = async (pid, afterMs) =>
    this.#ask(() => this.jvms.monitors.since(pid, Number(afterMs)));
  readonly threadNames: EngineApi['threadNames'] = async (pid) =>
    this.#ask(() => this.jvms.monitors.threadNames(pid));
  readonly heapCount: EngineApi['heapCount'] = async (pid, live) =>
    this.#ask(() => this.jvms.heaps.count(pid, live));
  readonly announceDump: EngineApi['announceDump'] = async (pid) =>
    this.#ask(() => this.jvms.heaps.announce(pid));
  readonly dumpHeap: EngineApi['dumpHeap'] = async (pid, live = true) =>
    this.#ask(() => this.jvms.heaps.dump(pid, live));
  readonly endSampling: EngineApi['endSampling'] = async (pid) => this.jvms.samplings.end(pid);
  readonly programStart: EngineApi['programStart'] = async (pid) => this.jvms.programStart(pid);
  readonly threads: EngineApi['threads'] = async (pid) => this.jvms.threads(pid);
  readonly findings: EngineApi['findings'] = async (pid) => {
    const { machine, target } = this.jvms.findings(pid);
    return { machine: [...machine, ok('log', `the log is ${this.log.path}`)], target };
  };
  async *pieces(kind: 'samples' | 'dumps', id: string): AsyncGenerator<Uint8Array> {
    yield* this.jvms.pieces(kind, id);
  }

  readonly keptRecordings: EngineApi['keptRecordings'] = async () => this.kept.list();
  readonly keepRecording: EngineApi['keepRecording'] = async (facts) => this.kept.announce(facts);
  readonly labelRecording: EngineApi['labelRecording'] = async (id, label) => this.kept.label(id, label);
  readonly forgetRecording: EngineApi['forgetRecording'] = async (id) => this.kept.forget(id);
  readonly openInEditor: EngineApi['openInEditor'] = async (command, file, line) =>
    openInEditor(String(command), String(file), Number(line));
  readonly diagnostics: EngineApi['diagnostics'] = async () => diagnostics(this.log);
  readonly source: EngineApi['source'] = async (question) => {
    const checked = checkSourceQuestion(question);
    const session = checked.sessionId === '' ? null : this.session(checked.sessionId);
    const target = session && {
      pid: session.status().target.pid,
      classFile: (name: string) => session.classes.classFile(name),
    };
    return this.#sources.find(checked, target);
  };

  /** Writes into the log that a question, or a command, could not be answered. */
  readonly logFailure = (during: keyof EngineApi | 'command', thrown: unknown): void => {
    if (thrown instanceof SluiceError) this.log.write({ event: 'failed', during, code: thrown.code });
    else this.log.write({ event: 'failed', during, code: 'bug', at: ownFrames(thrown) });
  };

  /** Detaches from everything: no target stays instrumented. */
  async close(): Promise<void> {
    this.jvms.close();
    await this.#sessions.close();
    this.#targets.stopDemo();
  }

  /** Nothing that takes long begins while we close. */
  #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    this.#sessions.checkOpen();
    return question();
  }
}
