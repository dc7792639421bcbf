import { toldText } from '../base/toldText.ts';

/** How much a note matters. */
export type NoteSeverity = 'note' | 'warning' | 'error';

interface NoteMessage {
  readonly severity: NoteSeverity;
  /** A sentence or clause; {name}: what was found. */
  readonly text: string;
  readonly cause: string;
  /** What Sluice did about it. */
  readonly done: string;
  /** What the user can do about it. */
  readonly remedy: string;
}

const LESS_TREE = 'Choose a smaller root, exclude methods that are called most, or give Sluice more memory.';
const REPORT_IT = 'This is a fault of Sluice: report it with sluice doctor --diagnostics.';

/** All that a session says unasked, by stable ids; docs/messages.md has them for users. */
export const NOTE_MESSAGES = {
  pageClosed: {
    severity: 'note',
    text: 'The page was closed, or fell behind: {what} was stopped there.',
    cause:
      'A page that records was closed, or its memory was full, and it was not loaded anew within three seconds.',
    done: 'What was recorded up to then is kept, and the classes are as they were.',
    remedy: 'Stop the recording before the page is closed. What the page says of its memory tells more.',
  },
  bareRootUnsteady: {
    severity: 'warning',
    text: 'The bare root was not steady within {limit} s: times are corrected by the calibration alone.',
    cause: 'The root was called too rarely, or its calls took longer or shorter all the time.',
    done: 'It is recorded as if it had not been timed before.',
    remedy: 'Take a root that is called more often, or wait until the program has warmed up.',
  },
  sampledUntilEnd: {
    severity: 'note',
    text: 'The program ended while it was sampled: these are its samples until then.',
    cause: 'The program ended by itself, was killed or crashed.',
    done: 'The samples that its JVM had written are kept: of a JVM that was killed those up to its last second.',
    remedy: 'Nothing, if the program was to end.',
  },
  sampledUnanswered: {
    severity: 'warning',
    text: 'The JVM did not hand over its samples: these are those that it had written by itself, up to a second before it stood still.',
    cause: 'It was stopped, or did not answer within 15 seconds.',
    done: 'Its recording ends by itself as soon as it goes on.',
    remedy: 'Let the program go on (kill -CONT PID), and sample again.',
  },
  sampledNothing: {
    severity: 'warning',
    text: 'None of {samples} samples of the bare program is within a root: there are no sampled times.',
    cause: 'The root was not at work while the bare program was sampled, or it waits all the time.',
    done: 'Times are those that the probes measured. Counts are exact.',
    remedy: 'Record while the root is called, or sample longer: --sampled-times 60s.',
  },
  sampledLittle: {
    severity: 'warning',
    text: 'Only {samples} samples of the bare program are within a root: sampled times are rough.',
    cause: 'The root was at work for a small part of the time in which the bare program was sampled.',
    done: 'The error beside each sampled time says how far it may be off.',
    remedy: 'Sample longer, --sampled-times 60s, or take a root that does more of the work.',
  },
  sampledAstray: {
    severity: 'warning',
    text: '{share} of the samples within a root are of paths that were not recorded: their time is their nearest recorded caller’s.',
    cause: 'The bare program did other work while it was sampled than while it was recorded.',
    done: 'Sampled times are shown. Those of contexts that lack paths are too large.',
    remedy: 'Record longer, and while the program does the same as before and after.',
  },
  sampledRateAssumed: {
    severity: 'note',
    text: 'How often the root is called in the bare program is not known: sampled times are as if it were called as often as while it was recorded.',
    cause: 'There are several root methods, or the root was not called while its calls were counted.',
    done: 'Shares are not touched by that. If the bare program calls the root more often, sampled times are too large by as much.',
    remedy: 'Take one root method that is called again and again.',
  },
  sampledPhasesDiffer: {
    severity: 'warning',
    text: 'Before and after the recording the program was at different work: {share} of the sampled time is at other methods. Before and after: {methods}.',
    cause:
      'The program does not do the same all the time, or it was not compiled in full in one of the phases.',
    done: 'Sampled times are those of both phases together.',
    remedy: 'Record again while the program does one kind of work, after it has warmed up.',
  },
  timeUnseen: {
    severity: 'warning',
    text: 'The samples lack {unseen} of {ran} that threads ran on a core, {most} in thread {thread}: a timer sees no native code, and no calls of the system.',
    cause:
      'The samples are by a timer of the JVM. It looks at five threads at a time, and sees those that run Java code.',
    done: 'Methods that call native code look faster than they are, and the others have too large a share.',
    remedy:
      'Use JDK 25 or later on Linux, which samples CPU time, or record: calls of native methods have their time.',
  },
  sampledAlone: {
    severity: 'warning',
    text: 'All samples are of thread {thread}, which ran {own} of {ran} on a core: thread {other} ran {most} and has none. A timer sees no native code, and no calls of the system.',
    cause:
      'The samples are by a timer of the JVM. The other threads were in native code or in the system whenever it looked, as where they wait very often and shortly.',
    done: 'Percentages are of the one thread. They say nothing about what the program was busy with.',
    remedy:
      'Use JDK 25 or later on Linux, which samples CPU time; look at sample --view locks for short waits, or at Threads for what they do now.',
  },
  sampledByTimer: {
    severity: 'warning',
    text: 'The bare program was sampled by a timer {when} the recording, for the JVM gave no samples of CPU time.',
    cause: 'Another profiler in the JVM has taken the signal of these samples, SIGPROF.',
    done: 'Sampled times of that phase are those of Java code: time in native code and in the system is not in them.',
    remedy: 'Stop the other profiler, or give it another signal: signal=26 of async-profiler.',
  },
  sampledPhaseFailed: {
    severity: 'warning',
    text: 'The bare program could not be sampled {when} the recording: {why}',
    cause: 'The JVM has no Flight Recorder, refused to start it, or had ended.',
    done: 'Sampled times are of the other phase alone; without both there are none.',
    remedy: 'Take a JDK with the module jdk.jfr, and stop the recording before the program ends.',
  },
  corePackagesOnly: {
    severity: 'note',
    text: 'Of the JDK only {packages} is measured, with what is below: the package of a root that was not loaded yet.',
    cause:
      'Core classes are left out, but for the module of a root. Before a class is loaded only its package is known.',
    done: 'What other packages of the JDK do is part of their callers.',
    remedy: 'To measure more, name it: --include-core, with --only for the packages.',
  },
  askedTypeUnknown: {
    severity: 'note',
    text: '{option}: root {root} is asked of a {type}, which is not loaded yet: it can be read only if that is an enum.',
    cause: 'A class names the types of its arguments, and the JVM loads those when they are used.',
    done: 'The root is measured. If the type is no enum, != always holds, other conditions never do, and a split has one group: values of other types.',
    remedy: 'If it is no enum, name a root that has a number, boolean, char, string or enum there.',
  },
  accountsOnly: {
    severity: 'note',
    text: 'Probes stand only where accounts begin and objects are made: calls of other methods are not counted.',
    cause: 'The option --accounts-only keeps long recordings small.',
    done: 'Objects by account are those of a recording with all probes.',
    remedy: 'For a full call tree record without the option.',
  },
  openFrames: {
    severity: 'note',
    text: 'At the end {threads} inside a root: calls that were open there have told no bytecodes.',
    cause: 'A call tells the bytecodes that it has executed when it ends, and the recording ended before.',
    done: 'The calls are counted. Bytecodes are those of calls that have ended.',
    remedy: 'Stop when no root runs, or take a root that is called for each piece of work.',
  },
  madeByBytecode: {
    severity: 'note',
    text: 'Objects are those that measured methods make: by instructions, clone(), lambdas and string concatenation, and those of the program that the JDK makes for them, by reflection, method handles and constructor references. Those of constructor references that were linked before the recording, and what native and left-out code makes, are not counted.',
    cause:
      'Objects are counted where they are made. The JVM makes some without an instruction, and code without probes tells nothing.',
    done: 'What is counted is exact: objects, elements of arrays, and what both take in this JVM.',
    remedy: 'To count those of core classes, record with --include-core.',
  },
  notAttributed: {
    severity: 'note',
    text: 'Of {allocated} that threads allocated in calls of the roots, {bytes} ({percent}) are by core, left-out and native code, and in no number here{others}.',
    cause:
      'Code without probes made objects: core classes, left-out and native code, and the JVM where a class loads.',
    done: 'The JVM was asked what a thread has allocated, as a root call began and as it ended; what was counted is taken off.',
    remedy: 'With --include-core core classes are counted too. --view allocation has it by thread.',
  },
  calledOutside: {
    severity: 'note',
    text: 'Called on threads outside of the roots too, and not counted there: {methods}.',
    cause:
      'A root opens the tree of the thread that calls it. Threads that no root was called on have no tree.',
    done: 'Which methods such threads called since the first root call is known, and not how often.',
    remedy:
      'Record with --follow-threads: it counts what threads call that a root starts. Of other threads name a method as a root.',
  },
  sizesUnknown: {
    severity: 'note',
    text: 'What an object takes is not known of {classes}: {some}. Their objects are counted, and their bytes are not.',
    cause:
      'The JVM tells sizes of classes that have been initialised and are still there. It was asked when the recording ended.',
    done: 'Bytes are those of all other classes, and of all arrays.',
    remedy: 'End the recording while the classes are loaded.',
  },
  replayCut: {
    severity: 'error',
    text: 'The page was loaded anew. Of this recording only the first {size} MiB of events were kept for that: the tree shows those.',
    cause: 'Events that a page has taken are kept for one that is loaded anew, up to a limit.',
    done: 'The page was given what is kept; the recording counts as incomplete.',
    remedy: 'Stop and save a long recording before the page is loaded anew.',
  },
  readerFailed: {
    severity: 'error',
    text: 'The reader of the events failed: {why}',
    cause: 'What builds the tree from the events threw an error.',
    done: 'The recording was stopped; what it had is kept, and it counts as incomplete.',
    remedy: REPORT_IT,
  },
  treeOutgrewMemory: {
    severity: 'error',
    text: 'There was no memory for more of the call tree: {why}',
    cause: 'The tree has more contexts than there is memory for.',
    done: 'The recording was stopped; the tree up to there is kept, and it counts as incomplete.',
    remedy: LESS_TREE,
  },
  memoryScarce: {
    severity: 'warning',
    text: 'The recording was stopped early, for the memory runs out: {what}.',
    cause:
      'The call tree, or what is known of the classes, has grown until there was hardly room to save it.',
    done: 'The recording was stopped; all up to then is in it, and the classes are as they were.',
    remedy: LESS_TREE,
  },
  eventsUnreadable: {
    severity: 'error',
    text: '{why}',
    cause: 'The event file was damaged or cut short.',
    done: 'What was read before is kept; the connection was closed, upon which the agent restores the classes.',
    remedy: 'Attach again, and keep other programs away from the folder for temporary files.',
  },
  eventFileUnwritable: {
    severity: 'error',
    text: 'The event file cannot be written any more: {why}. The agent restores the classes and leaves.',
    cause: 'The event file was cut short by another program, or its file system failed.',
    done: 'What was written before is kept; the agent restores the classes and leaves.',
    remedy: 'Attach again, and keep other programs away from the folder for temporary files.',
  },
  agentLeft: {
    severity: 'warning',
    text: 'The agent left: its last 20 ms or so may be missing.',
    cause: 'The agent leaves when it has not heard Sluice for 10 seconds, or when the heap stays full.',
    done: 'All up to the last whole block is kept; the agent restores the classes.',
    remedy: 'Attach again.',
  },
  jvmKilled: {
    severity: 'warning',
    text: 'The JVM ended without notice: its last 20 ms or so may be missing.',
    cause: 'The program was killed, crashed or halted.',
    done: 'All up to the last whole block is kept.',
    remedy: 'Stop the recording before the program ends.',
  },
  engineGone: {
    severity: 'warning',
    text: 'The engine that recorded went away: what had not come by then is missing.',
    cause: 'The engine of another process was ended, or the connection to it broke.',
    done: 'What had come is kept; the agent restores the classes within 10 seconds.',
    remedy: 'Start the engine again, and record again.',
  },
  startNotTakenBack: {
    severity: 'error',
    text: 'Taking the start back failed: {why}',
    cause: 'A start failed, and so did undoing what it had done.',
    done: 'The connection was closed, upon which the agent restores the classes by itself.',
    remedy: 'Attach again.',
  },
  classNotRestored: {
    severity: 'warning',
    text: 'Class {class} could not be restored: {why}',
    cause: 'The JVM refused to swap the class back.',
    done: 'Its probes stay and are off: they cost some nanoseconds a call and record nothing.',
    remedy: 'Restart the program when that is convenient.',
  },
  classNotRestoredYet: {
    severity: 'warning',
    text: 'Class {class} could not be restored when the recording ended: {why}',
    cause:
      'The JVM refused to swap the class back, for a second: another agent may change it, or memory is short.',
    done: 'Its probes are off: they cost some nanoseconds a call. It is tried again after each recording, and when Sluice leaves.',
    remedy: 'Detach: if that does not restore it, it says so.',
  },
  probesNeverRun: {
    severity: 'note',
    text: 'Probes stay in class {class}, which cannot run: {why}.',
    cause:
      'It came while it was recorded, and then the JVM could not link it, or its static initialiser failed. The JVM takes no code for such a class, not even its own.',
    done: 'The probes are off, and nothing calls them.',
    remedy: 'Nothing, if the program was to do without this class.',
  },
  classLeftAlone: {
    severity: 'error',
    text: 'Class {class} was left as it is: {why}',
    cause: 'Its code could not be read or rewritten.',
    done: 'The class was left as it is; calls of its methods are not counted.',
    remedy: REPORT_IT,
  },
  classTookTooLong: {
    severity: 'warning',
    text: 'Class {class} took so long to load that it was given up: calls of its methods may be missing.',
    cause: 'The JVM announced the class, and did not define it for several swaps.',
    done: 'The class was left as it is; the recording counts as incomplete.',
    remedy: 'Record again now that the class is loaded.',
  },
  classDefinedEarly: {
    severity: 'warning',
    text:
      'Class {class} had to be defined before methods of other classes that it makes reachable were instrumented, ' +
      'though it can call them, or hand them out, without waiting: the first calls of them may be missing.',
    cause: 'For 400 ms the swap that the class load waited for did not get on, or it took 20 s.',
    done: 'The class was defined, the swap goes on; the recording counts as incomplete.',
    remedy: 'Record again now that the class is loaded, or choose the scheme "eager".',
  },
  rewriteLost: {
    severity: 'warning',
    text: 'Class {class} was swapped while nobody could put its probes in: calls of its methods are missing from then until it had them again.',
    cause:
      'Another agent or a debugger has swapped the class, and held Sluice meanwhile: debuggers hold all threads at a breakpoint unless told otherwise.',
    done: 'The class has got its probes again; the recording counts as incomplete.',
    remedy: 'Let the breakpoint hold its own thread only, or swap classes before the recording.',
  },
  transformerBeforeOthers: {
    severity: 'warning',
    text: 'Another agent changes classes behind Sluice ({why}): calls of methods whose bodies it skips, as of mocks, are not counted.',
    cause:
      'Agents change a class in the order in which they came to the JVM. Sluice could not come once more, behind the other.',
    done: 'All other calls are counted.',
    remedy: 'Attach once the other agent is there, or load it before Sluice.',
  },
  changedUnstopped: {
    severity: 'warning',
    text: 'Another agent or a debugger has changed class {class}: first calls of what its new code calls may be missing.',
    cause:
      'The new code has no room for what lets its methods wait until all that they call now carries probes.',
    done: 'What it calls is instrumented as soon as possible; the recording counts as incomplete.',
    remedy: 'Choose the scheme "everything", or record again now that the class is changed.',
  },
  swapFailed: {
    severity: 'error',
    text: '{what} failed: {why}. Calls may be missing from here on.',
    cause: 'A round of swaps failed as a whole.',
    done: 'The classes were left as they are; the recording counts as incomplete.',
    remedy: REPORT_IT,
  },
  reflectionGuessed: {
    severity: 'note',
    text:
      'The program calls methods by reflection through method handles. Those that an annotation, a getter or setter name or a string of the ' +
      'program tells of are measured; a method that nothing tells of is measured by the scheme "everything" only.',
    cause:
      'What such a call invokes is not in the code, and handles do not tell it where java.base is measured or their class is not known.',
    done: 'Methods that something tells of are instrumented.',
    remedy: 'If calls are missing, choose the scheme "everything".',
  },
  upcallsGuessed: {
    severity: 'note',
    text:
      'The subgraph calls native methods of the program, {method} first. What they call back by JNI is measured where it is in a package ' +
      'with such a method, or overrides something there or in the JDK; other methods are measured by the scheme "everything" only.',
    cause: 'Native code may call any method by its name, and what it calls is not in class files.',
    done: 'Of a program of at most 200 classes all methods are instrumented then, of a larger one those named here.',
    remedy: 'If the library calls back anything else, choose the scheme "everything".',
  },
  coreWaitsUnknown: {
    severity: 'note',
    text: 'This system does not tell how long a thread waits for a core: such waits are part of the times shown.',
    cause: 'The kernel has no schedstat, or the JVM may not read it.',
    done: 'Times are recorded as they are on the wall.',
    remedy: 'Keep other work off the machine while it records, or choose the clock "cpu".',
  },
  coreWaitsOfTooMany: {
    severity: 'note',
    text: 'More than {limit} threads are recorded at a time: what the others wait for a core is part of the times shown.',
    cause: 'Each thread whose waits are looked up takes an open file of the program.',
    done: 'The waits of the first threads are left out of their times.',
    remedy: 'Choose a root that fewer threads enter, or choose the clock "cpu".',
  },
  liveObjectsOfTooMany: {
    severity: 'warning',
    text: '{count} objects were not followed: those that are take 1 % of the largest heap. Live objects are more than is shown.',
    cause: 'Each object that is followed has a reference of some 50 bytes in the heap of the program.',
    done: 'Those that were followed by then are told of as ever.',
    remedy: 'Follow fewer: a larger size behind --live, or fewer classes.',
  },
  liveObjectsUntold: {
    severity: 'warning',
    text: 'The recording ended before all was told of the objects that are followed: live objects may be more or fewer than is shown.',
    cause:
      'The tool stood still, or was busy, so that the event file had no room until the recording was over.',
    done: 'What had been told by then is shown.',
    remedy: 'Record again, with fewer objects to be followed or a quieter machine.',
  },
  liveFollowed: {
    severity: 'note',
    text:
      'Live objects are those that no collection has found to be gone, {collections} collections until the end: what nobody refers to ' +
      'any more, and no collection has met, is among them. An object that is followed is made on the heap, also where the compiler would ' +
      'have kept it in registers: the program makes more garbage than without this. {references} followed.',
    cause: 'A reference to each such object is handed to a call.',
    done: 'Places whose objects are not followed are as they were.',
    remedy: 'To see what is made without that, count objects and leave --live away.',
  },
  liveEstimated: {
    severity: 'note',
    text: 'Live objects and bytes are estimates, of one object in {every} bytes, without bias: {live} of live bytes, with a standard error of {error}.',
    cause: 'Following each object would cost the collector too much.',
    done: 'Each object that is followed stands for as many as its size says.',
    remedy: 'A smaller size behind --live has a smaller error; a pattern of classes has none.',
  },
  callsWithoutRoom: {
    severity: 'note',
    text: '{calls} were not held until it was known whether they are slow: they are among the fast ones.',
    cause: 'The words of all root calls that are open take more than 256 MB.',
    done: 'Each call is in one of the groups, as a whole. All root calls together are exact.',
    remedy: 'Take a shorter limit behind --slow-calls, or measure less below the root.',
  },
  passesUntold: {
    severity: 'error',
    text: '{ended} passes ended, but {told} were told of.',
    cause: 'Passes through the timed region did not come.',
    done: 'What came is shown.',
    remedy: REPORT_IT,
  },
  regionClassRefused: {
    severity: 'warning',
    text: 'A class is not timed: {why}',
    cause:
      'The region is in several classes of that name, or its class was loaded again, and one cannot get its probes.',
    done: 'That class was left as it is; the others are timed.',
    remedy: 'See the reason.',
  },
  calibrationDrifted: {
    severity: 'note',
    text: 'The calibration drifted by {how}',
    cause: 'The cost of a probe changed while it recorded: the clock of the processor, or other work.',
    done: 'The mean is taken out of the times, and half the distance is part of their errors.',
    remedy: 'Keep other work off the machine while it records.',
  },
  deadlockInDump: {
    severity: 'warning',
    text: 'Deadlock: {threads} wait for each other{where}.',
    cause: 'Each of these threads holds what the one before it waits for, when the thread dump was made.',
    done: 'The table of deadlocks has all of them, with the locks and where each thread stands.',
    remedy: 'Take the locks in one order everywhere, or wait for them with a time limit (tryLock).',
  },
} as const satisfies Record<string, NoteMessage>;

export type NoteId = keyof typeof NOTE_MESSAGES;

/** The names in the braces of a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a note says beside its text: each name in braces. */
export type NoteDetails<Id extends NoteId> = Readonly<
  Record<NamesIn<(typeof NOTE_MESSAGES)[Id]['text']>, string>
>;

/** Says a note of the catalogue. */
export type OnNote = <Id extends NoteId>(id: Id, details: NoteDetails<Id>) => void;

/** As the user reads it. */
export function noteText<Id extends NoteId>(id: Id, details: NoteDetails<Id>): string {
  const given: Readonly<Record<string, string | undefined>> = details;
  return NOTE_MESSAGES[id].text.replace(/\{(\w+)\}/g, (_, name: string) => toldText(given[name] ?? ''));
}

/** Whether a text that was kept is this note, with whatever details: it begins as that one does. */
export function isNote(id: NoteId, text: string): boolean {
  return text.startsWith(NOTE_MESSAGES[id].text.replace(/\{.*$/s, ''));
}
