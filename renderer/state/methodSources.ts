import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import { isOver } from '../../shared/ipc/engineClient.ts';
import type { MethodSource, SourceForm, SourceQuestion } from '../../shared/ipc/methodSource.ts';
import type { AppState } from './appState.ts';
import type { AppStore } from './appStore.ts';
import { atom, type Atom } from './atom.ts';
import type { SettingKind, Settings } from './settings.ts';

/** Whether the code of the selected method stands beside the view. */
export const SHOWS_SOURCE: SettingKind<boolean> = {
  name: 'showsSource',
  version: 1,
  initial: false,
  read: (stored) => (typeof stored === 'boolean' ? stored : null),
};

const MAX_PLACES = 50;

/** Folders and archives of sources, as the user has named them. */
export const SOURCE_PLACES: SettingKind<readonly string[]> = {
  name: 'sourcePlaces',
  version: 1,
  initial: [],
  read: (stored) =>
    Array.isArray(stored) && stored.every((place) => typeof place === 'string')
      ? stored.slice(0, MAX_PLACES)
      : null,
};

/** By which an editor opens a file; {file} and {line} stand for it. */
export const EDITOR_COMMAND: SettingKind<string> = {
  name: 'editorCommand',
  version: 1,
  initial: 'code --goto {file}:{line}',
  read: (stored) => (typeof stored === 'string' ? stored : null),
};

/** Commands that can be chosen without being typed. */
export const EDITORS = [
  { text: 'VS Code', command: 'code --goto {file}:{line}' },
  { text: 'IntelliJ IDEA', command: 'idea --line {line} {file}' },
] as const;

export type ShownSource =
  | { readonly kind: 'asked' }
  | { readonly kind: 'found'; readonly source: MethodSource }
  | { readonly kind: 'failed'; readonly message: string; readonly remedy: string };

/** A method, or what a frame of a stack tells of one. */
export type AskedMethod = Pick<SourceQuestion, 'className' | 'name' | 'descriptor' | 'line'>;

/** The code of the method that is selected, as the engine finds it. */
export class MethodSources {
  /** null before the first question. */
  readonly shown: Atom<ShownSource | null> = atom<ShownSource | null>(null);
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #settings: Settings;
  #questions = 0;

  constructor(store: AppStore, engine: EngineApi, settings: Settings) {
    this.#store = store;
    this.#engine = engine;
    this.#settings = settings;
  }

  /** Shows the panel, or takes it away. */
  toggle(): void {
    this.#settings.of(SHOWS_SOURCE).update((shows) => !shows);
  }

  /** Shows the panel. */
  open(): void {
    this.#settings.of(SHOWS_SOURCE).set(true);
  }

  /** Asks for the code of a method; an answer that comes after the next question is not shown. */
  async ask(
    { className, name, descriptor, line }: AskedMethod,
    form: SourceForm,
    mayFetch: boolean,
  ): Promise<void> {
    const number = ++this.#questions;
    this.shown.set({ kind: 'asked' });
    let shown: ShownSource;
    try {
      const source = await this.#engine.source({
        ...askedProgram(this.#store.state.get()),
        ...{ className, name, descriptor, form, mayFetch },
        ...(line === undefined ? {} : { line }),
        places: this.#settings.of(SOURCE_PLACES).get(),
      });
      shown = { kind: 'found', source };
    } catch (thrown) {
      const remedy = thrown instanceof SluiceError ? thrown.remedy : '';
      shown = { kind: 'failed', message: messageOf(thrown), remedy };
    }
    if (number === this.#questions) this.shown.set(shown);
  }

  async openInEditor(file: string, line: number): Promise<void> {
    try {
      await this.#engine.openInEditor(this.#settings.of(EDITOR_COMMAND).get(), file, line);
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
  }
}

/** The program that the screen is about: attached, or as its recording tells. */
function askedProgram({ screen, session, recording, comparison }: AppState): {
  readonly sessionId: string;
  readonly commandLine: string;
  readonly classPath: readonly string[];
  readonly javaVersion: string;
} {
  if (screen === 'session' && session) {
    const { sessionId } = session.status;
    const { commandLine, classPath = [], javaVersion } = session.status.target;
    return { sessionId: isOver(session.status) ? '' : sessionId, commandLine, classPath, javaVersion };
  }
  const summary = screen === 'comparison' ? comparison?.summary.b : recording?.summary;
  const { pid, mainClass, commandLine = '', classPath = [], javaVersion = '' } = summary?.target ?? {};
  const isAttached =
    session &&
    !isOver(session.status) &&
    session.status.target.pid === pid &&
    session.status.target.mainClass === mainClass;
  return { sessionId: isAttached ? session.status.sessionId : '', commandLine, classPath, javaVersion };
}
