import type { RecordedFacts } from '../../../shared/ipc/recordedFacts.ts';
import type { RecordedSession } from '../../../shared/ipc/recordedSnapshot.ts';
import { withStatus } from '../../../shared/ipc/statusTimeline.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { EMPTY_TIMELINE, type Timeline } from '../../../shared/recording/timeline.ts';
import { atom, type Atom } from '../atom.ts';

/** What the window has noted of the recording that runs or ran last, beside its events. */
export class SessionRecord {
  /** From when the window saw the recording first. */
  readonly timeline: Atom<Timeline> = atom(EMPTY_TIMELINE);
  /** What the engine has found when it was stopped; null: nothing. */
  facts: RecordedFacts | null = null;

  /** Another session takes the place of the one before. */
  open(status: SessionStatus): void {
    this.timeline.set(withStatus(EMPTY_TIMELINE, status));
  }

  /** @returns the timeline as it is now */
  look(status: SessionStatus): Timeline {
    this.timeline.update((timeline) => withStatus(timeline, status));
    return this.timeline.get();
  }

  /** What a file of the recording is made of, beside the events. @param status of the session */
  recorded(status: SessionStatus): RecordedSession {
    return { status, timeline: this.timeline.get(), facts: this.facts };
  }
}
