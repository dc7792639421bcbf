import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import type { Preview } from '../../../shared/recording/preview.ts';
import type { RecordingDraft } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';
import { ExtentQuestion } from './extentQuestion.ts';
import { requestOf } from './rememberedDrafts.ts';

/** What is known of what a recording would instrument, and for which choices that is. */
type PreviewState =
  | { readonly kind: 'asked'; readonly draft: RecordingDraft }
  | { readonly kind: 'answered'; readonly draft: RecordingDraft; readonly preview: Preview }
  | {
      readonly kind: 'failed';
      readonly draft: RecordingDraft;
      readonly message: string;
      readonly remedy: string;
    };

/** What a recording would instrument, worked out when it is asked for. */
export class SubgraphPreview {
  /** What was asked for last; null before the first. */
  readonly state: Atom<PreviewState | null> = atom<PreviewState | null>(null);
  /** Asks before a recording that may become large. */
  readonly extent: ExtentQuestion;
  readonly #engine: EngineApi;

  constructor(store: AppStore, engine: EngineApi) {
    this.#engine = engine;
    this.extent = new ExtentQuestion(store, engine);
  }

  /** `state` tells the answer. */
  async ask(sessionId: string, draft: RecordingDraft): Promise<void> {
    this.state.set({ kind: 'asked', draft });
    const answer = await this.#engine.preview(sessionId, requestOf(draft)).then(
      (preview): PreviewState => ({ kind: 'answered', draft, preview }),
      (thrown: unknown): PreviewState => {
        const remedy = thrown instanceof SluiceError ? thrown.remedy : '';
        return { kind: 'failed', draft, message: messageOf(thrown), remedy };
      },
    );
    if (this.state.get()?.draft === draft) this.state.set(answer);
  }

  forget(): void {
    this.state.set(null);
  }
}
