import { countsCalls, type TimeSource } from '../events/clock.ts';
import { formatCountOf } from '../naming/formatNumbers.ts';

/** Why a recording may have counted too few calls. */
export interface Losses {
  readonly droppedEvents: number;
  /** Neither received nor dropped, though produced. */
  readonly unaccountedEvents: number;
  /** First calls that went on before all that the method calls was instrumented. */
  readonly firstWaitTimeouts: number;
  /** Classes that were defined before Sluice answered. */
  readonly loadTimeouts: number;
  /** Calls of roots, and threads to follow, that got no lane. */
  readonly refusedLanes: number;
  /** Sentences of methods and classes that carry no probes, or in part, and whose code can run: see missesCalls. */
  readonly notMeasured: number;
  /** Shutdown hooks of the program that still ran when the recording ended. */
  readonly hooksRunning: number;
  /** A swap failed, or came after the class that had needed it. */
  readonly swapsFailed: boolean;
  /** Entries without their exits and exits without their entries, of no event that was dropped. */
  readonly unpairedEvents: number;
  /** Events that no reader took, or that could not be read. */
  readonly eventsUnread: boolean;
  /** The target was let go in the middle of the recording. */
  readonly cutShort: boolean;
}

/** What the user is told of one kind of loss. */
interface LossMessage {
  /** A clause, with the count where one is known. */
  readonly text: (count: number) => string;
  readonly cause: string;
  /** What Sluice did about it. */
  readonly done: string;
  /** What the user can do about it. */
  readonly remedy: string;
}

/** In the order in which they are told; docs/messages.md has them for users, by these ids. */
export const LOSS_MESSAGES: { readonly [Id in keyof Losses]: LossMessage } = {
  droppedEvents: {
    text: counted('event was dropped', 'events were dropped'),
    cause: 'The program makes events faster than they are taken, or Sluice stood still.',
    done: 'The threads went on without waiting; the trees are repaired at the next event.',
    remedy: 'Choose a smaller root, exclude methods that are called most, or set --max-overhead.',
  },
  unaccountedEvents: {
    text: counted('event is not accounted for', 'events are not accounted for'),
    cause: 'Events that the agent counted neither came nor were dropped.',
    done: 'What came is kept.',
    remedy: 'This is a fault of Sluice: report it with sluice doctor --diagnostics.',
  },
  firstWaitTimeouts: {
    text: counted('wait at a first call ran out', 'waits at first calls ran out'),
    cause: 'What a method calls was not instrumented within the deadline of its first call.',
    done: 'The thread went on; calls until the swap came are not counted.',
    remedy: 'Record again now that the classes are loaded, or use --scheme eager.',
  },
  loadTimeouts: {
    text: counted('class load did not get its answer', 'class loads did not get their answers'),
    cause: 'Sluice did not answer within the deadline of a class load.',
    done: 'The class was defined as it is; it is instrumented later, with the next swap.',
    remedy: 'Record again now that the classes are loaded, or give the machine more room.',
  },
  refusedLanes: {
    text: counted('root call or thread got no lane', 'root calls or threads got no lane'),
    cause: 'The heap of the program was full, or too many threads entered the roots at once.',
    done: 'Those calls ran unrecorded.',
    remedy: 'Give the program more heap, or choose a root that fewer threads enter.',
  },
  notMeasured: {
    text: counted(
      'method, class or loader is not measured, or in part',
      'methods, classes or loaders are not measured, or in part',
    ),
    cause: 'What the roots may call could not get its probes; each such thing is told with its reason.',
    done: 'It was left as it is, but for a call that tells when it runs where there was room. Its calls are missing, unless its reason tells what is wrong instead. All others are counted.',
    remedy: 'See the reasons under "Not measured, or in part". To do without it, exclude it with --exclude.',
  },
  hooksRunning: {
    text: counted(
      'shutdown hook still ran when the recording ended',
      'shutdown hooks still ran when the recording ended',
    ),
    cause: 'The hooks of the program took longer than Sluice waits for them, 10 seconds.',
    done: 'All up to then is counted; what the hooks called later is not.',
    remedy: 'Stop the recording before the program ends, or let its hooks end sooner.',
  },
  swapsFailed: {
    text: () => 'a swap failed or came too late',
    cause: 'The JVM refused to swap a class, or a class was used before its swap.',
    done: 'The class was left as it is; a note names it.',
    remedy: 'Exclude the class that the note names.',
  },
  unpairedEvents: {
    text: counted('entry or exit has no other half', 'entries or exits have no other halves'),
    cause: 'Thread.stop, which JDK 17 still has, hit a thread within a probe.',
    done: 'Callers are right again from the end of the root call on.',
    remedy: 'Let the program end its threads another way.',
  },
  eventsUnread: {
    text: () => 'events could not be read',
    cause: 'The event file was damaged, or the reader of the events failed.',
    done: 'What was read before is kept.',
    remedy: 'The notes say why; record again.',
  },
  cutShort: {
    text: () => 'it was cut short',
    cause: 'The JVM was killed, the agent left it, or the engine went away, in the middle of the recording.',
    done: 'All up to the last whole block is kept.',
    remedy: 'Record again, and stop the recording before the program ends.',
  },
};

/** Whether the counts of a recording can be trusted, as a clause. */
export function trustText({
  clock,
  complete,
  losses,
}: {
  readonly clock: TimeSource;
  readonly complete: boolean;
  readonly losses: readonly string[];
}): string {
  if (!complete) return `incomplete: ${losses.join(', ')}`;
  return countsCalls(clock) ? 'every count is exact' : 'sampled, calls are not counted';
}

/** Why a recording of calls has none, a clause. Where something was lost, nobody knows whether a root was called. */
export function whyEmpty({
  complete,
  losses,
}: {
  readonly complete: boolean;
  readonly losses: readonly string[];
}): string {
  if (complete) return 'no root was called while it recorded';
  return `if a root was called, it was missed: ${losses.join(', ') || 'calls were lost'}`;
}

/** One clause for each cause that there is, with its count; none: every count is exact. @param losses those that the caller can know of */
export function lossTexts(losses: Partial<Losses>): readonly string[] {
  return (Object.keys(LOSS_MESSAGES) as (keyof Losses)[])
    .filter((id) => Number(losses[id] ?? 0) !== 0)
    .map((id) => LOSS_MESSAGES[id].text(Number(losses[id])));
}

function counted(one: string, many: string): (count: number) => string {
  return (count) => formatCountOf(count, one, many, ',');
}
