import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import { NOTE_MESSAGES, type NoteId } from '../../shared/messages/noteMessages.ts';
import { INITIAL_STATE, type AppState, type PendingAction, type Problem } from './appState.ts';
import { atom, type Atom } from './atom.ts';

/** How many problems are kept on the screen; the oldest make room. */
const MAX_PROBLEMS = 5;

/** What the window knows, and how actions change it: in the end each is a new state, or a problem that says what to do. */
export class AppStore {
  readonly state: Atom<AppState> = atom(INITIAL_STATE);
  #nextProblem = 1;
  #pending = new AbortController();

  change(change: Partial<AppState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }

  /**
   * Does what takes its time, unless something else does.
   * @param action gets a signal that is aborted when the user gives it up
   * @returns whether it went well
   */
  async during(pending: PendingAction, action: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.state.get().pending) return false;
    const { signal } = (this.#pending = new AbortController());
    this.change({ pending, cancelling: false, problems: [] });
    try {
      await action(signal);
      return true;
    } catch (thrown) {
      if (signal.aborted) this.addProblem({ severity: 'note', code: '', message: 'Cancelled.', remedy: '' });
      else if (pending === 'open' || pending === 'save' || pending === 'compare') this.report(thrown);
      else this.reportOfEngine(thrown);
      return false;
    } finally {
      this.change({ pending: null, cancelling: false });
    }
  }

  /** Gives up what is under way; the window says so until it has ended. */
  cancelPending(): void {
    if (this.state.get().pending === null) return;
    this.change({ cancelling: true });
    this.#pending.abort(new SluiceError('busy', 'Cancelled.'));
  }

  report(thrown: unknown): void {
    const known = thrown instanceof SluiceError;
    this.addProblem({
      severity: 'error',
      code: known ? thrown.code : 'bug',
      message: messageOf(thrown),
      remedy: known ? thrown.remedy : 'This is a fault of Sluice. Copy the details and report it.',
    });
  }

  /** What failed because the engine is gone is said by that. */
  reportOfEngine(thrown: unknown): void {
    if (this.state.get().connection !== 'lost') this.report(thrown);
  }

  addProblem(problem: Omit<Problem, 'id'>): void {
    this.state.update((state) => {
      const { message, topic = message } = problem;
      const others = state.problems.filter((other) => (other.topic ?? other.message) !== topic);
      return {
        ...state,
        problems: [...others, { ...problem, id: this.#nextProblem++ }].slice(-MAX_PROBLEMS),
      };
    });
  }

  addNote(id: NoteId, text: string): void {
    const { severity, remedy } = NOTE_MESSAGES[id];
    this.addProblem({ severity, message: text, remedy, code: id });
  }

  /** @param note as a status keeps it: "warning: text", "error: text", or the text alone */
  addToldNote(note: string): void {
    const [, severity = 'note', message] = /^(?:(warning|error): )?(.*)$/s.exec(note) ?? [];
    this.addProblem({ severity: severity as Problem['severity'], message, remedy: '', code: '' });
  }

  /** More is known of one, if it is still shown. */
  amend(problem: Problem): void {
    const { problems } = this.state.get();
    this.change({ problems: problems.map((one) => (one.id === problem.id ? problem : one)) });
  }

  /** What was asked for cannot be done now. @param title of the command @param whyNot a sentence */
  sayWhyNot(title: string, whyNot: string): void {
    this.addProblem({ severity: 'note', code: '', message: `${title} cannot be done now.`, remedy: whyNot });
  }

  dismiss(id: number): void {
    this.change({ problems: this.state.get().problems.filter((problem) => problem.id !== id) });
  }
}
