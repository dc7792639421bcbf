import { SluiceError } from '../../../shared/base/errors.ts';
import type { EngineApi, OwnCode } from '../../../shared/ipc/engineApi.ts';
import { ownRequest } from '../../../shared/ipc/ownCode.ts';
import { isLarge, type RecordingExtent } from '../../../shared/recording/extent.ts';
import type { RecordingDraft } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';
import { requestOf } from './rememberedDrafts.ts';

/** What a recording measures: what is chosen, the program's own code, that and its borders; or there is none. */
export type ExtentAnswer = 'all' | 'own' | 'borders' | 'none';

interface AskedExtent {
  readonly extent: RecordingExtent;
  /** null: it is not known. */
  readonly own: OwnCode | null;
  readonly whyNotOwn: string;
}

/** Before a recording that may become large the user chooses what it measures. */
export class ExtentQuestion {
  /** What the dialog tells; null: nothing is asked. */
  readonly asked: Atom<AskedExtent | null> = atom<AskedExtent | null>(null);
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  /** Where everything was wanted once; it is not asked again. */
  readonly #allOf = new Set<string>();
  #answer: ((answer: ExtentAnswer) => void) | null = null;

  constructor(store: AppStore, engine: EngineApi) {
    this.#store = store;
    this.#engine = engine;
  }

  /** @returns 'all' at once where it is small, or a choice was made before */
  async ask(sessionId: string, draft: RecordingDraft): Promise<ExtentAnswer> {
    const request = requestOf(draft);
    if (request.includes.length > 0 || this.#allOf.has(sessionId)) return 'all';
    const extent = await this.#engine.extent(sessionId, request).catch(() => null); // the start tells what is wrong
    if (extent === null || !isLarge(extent)) return 'all';
    const [own, whyNotOwn] = await this.#engine.ownCode(sessionId, false).then(
      (found) => [found, ''] as const,
      (thrown: unknown) => [null, thrown instanceof SluiceError ? thrown.message : String(thrown)] as const,
    );
    this.#answer?.('none');
    const answer = await new Promise<ExtentAnswer>((resolve) => {
      this.#answer = resolve;
      this.asked.set({ extent, own, whyNotOwn });
      this.#store.change({ overlay: 'extent' });
    });
    if (answer === 'all') this.#allOf.add(sessionId);
    return answer;
  }

  /** The draft with own code, and its borders if they are wanted, in place of what it measured. */
  async ownDraft(sessionId: string, draft: RecordingDraft, withBorders: boolean): Promise<RecordingDraft> {
    const asked = { ...requestOf(draft), includes: [] };
    const { request } = await ownRequest(this.#engine, sessionId, asked, withBorders);
    return { ...draft, includes: request.includes.join(', '), scheme: request.scheme };
  }

  answer(answer: ExtentAnswer): void {
    this.#store.change({ overlay: null });
    this.asked.set(null);
    this.#answer?.(answer);
    this.#answer = null;
  }
}
