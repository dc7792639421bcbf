import { dialog, type BrowserWindow } from 'electron';
import { DESKTOP_CHANNEL, type HeldByPage } from '../../shared/ipc/desktopBridge.ts';

interface Question {
  readonly message: string;
  readonly detail: string;
  /** The button that closes. */
  readonly yes: string;
}

const PUT_BACK = 'The classes of the program are put back as they were.';

/** What the user is asked, by what goes with the page. */
const QUESTIONS: Readonly<Record<HeldByPage, Question>> = {
  nothing: { message: 'Close Sluice?', detail: '', yes: 'Close' },
  session: { message: 'A JVM is attached. Detach and close?', detail: PUT_BACK, yes: 'Detach and Close' },
  region: {
    message: 'A region is being timed. Detach and close?',
    detail: `Its times are not kept. ${PUT_BACK}`,
    yes: 'Detach and Close',
  },
  recording: {
    message: 'A recording is running. Stop it, keep it and close?',
    detail: `It is among the recent recordings next time. ${PUT_BACK}`,
    yes: 'Stop, Keep and Close',
  },
  arriving: {
    message: 'The last recording is still being read. Keep it and close?',
    detail: 'It is among the recent recordings next time.',
    yes: 'Keep and Close',
  },
  unsaved: {
    message: 'The last recording is in this window only. Close without it?',
    detail: 'To have it: Cancel, then save it by File, Save Recording….',
    yes: 'Close Without It',
  },
};

/** Time for the page to stop a recording, take its last events and write it. */
const KEEP_DEADLINE_MS = 30_000;
/** The same when the session of the user ends, or by Ctrl+C: the system does not wait for long. */
const SIGNAL_DEADLINE_MS = 5_000;
/** A page that does not answer to its end goes without. */
const UNLOAD_DEADLINE_MS = 2_000;

/** How the window closes: the user is asked where something goes with it, and what is recorded is kept first. */
export class Closing {
  readonly #window: BrowserWindow;
  #held: HeldByPage = 'nothing';
  #answered: (whyNot: string) => void = () => {};
  /** A question is open, or something is being kept. */
  #isBusy = false;
  #mayGo = false;

  constructor(window: BrowserWindow) {
    this.#window = window;
    window.webContents.on('will-prevent-unload', (event) => {
      if (this.#mayGo) event.preventDefault();
      else void this.#ask();
    });
  }

  /** The page has told what goes with it. */
  hold(held: HeldByPage): void {
    this.#held = held;
  }

  /** The page has answered. @param whyNot "": all is kept */
  kept(whyNot: string): void {
    this.#answered(whyNot);
  }

  /** Closes it without a question: nobody is there to answer. What is recorded is kept if that takes no longer than a moment. */
  async closeUnasked(): Promise<void> {
    if (this.#held !== 'nothing') await this.#keep(SIGNAL_DEADLINE_MS);
    this.#close();
  }

  async #ask(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      if (await this.#mayLeave()) this.#close();
    } finally {
      this.#isBusy = false;
    }
  }

  async #mayLeave(): Promise<boolean> {
    const held = this.#held;
    if (!(await this.#confirm(QUESTIONS[held], held !== 'unsaved'))) return false;
    if (held === 'unsaved') return true;
    const whyNot = await this.#keep(KEEP_DEADLINE_MS);
    if (whyNot === '') return true;
    const { detail, yes } = QUESTIONS.unsaved;
    const message = 'The recording could not be kept. Close without it?';
    return this.#confirm({ message, detail: `${whyNot} ${detail}`, yes }, false);
  }

  /** @param isHarmless Enter closes */
  async #confirm({ message, detail, yes }: Question, isHarmless: boolean): Promise<boolean> {
    if (this.#window.isDestroyed()) return false;
    const { response } = await dialog.showMessageBox(this.#window, {
      type: 'question',
      title: 'Sluice',
      message,
      detail,
      buttons: [yes, 'Cancel'],
      defaultId: isHarmless ? 0 : 1,
      cancelId: 1,
    });
    return response === 0;
  }

  /** Has the page stop and keep what it records. @returns "" or why not all is kept */
  #keep(deadlineMs: number): Promise<string> {
    if (this.#window.isDestroyed()) return Promise.resolve('');
    return new Promise((resolve) => {
      const late = `The page did not answer within ${deadlineMs / 1000} s.`;
      const timer = setTimeout(() => resolve(late), deadlineMs);
      this.#answered = (whyNot) => {
        clearTimeout(timer);
        resolve(whyNot);
      };
      this.#window.webContents.send(DESKTOP_CHANNEL.closing);
    });
  }

  #close(): void {
    if (this.#window.isDestroyed()) return;
    this.#mayGo = true;
    this.#window.close();
    const timer = setTimeout(() => this.#window.destroy(), UNLOAD_DEADLINE_MS);
    this.#window.once('closed', () => clearTimeout(timer));
  }
}
