interface RefusalMessage {
  /** A clause; {name}: what was found. */
  readonly text: string;
  /** What is behind it, in the JVM or in its class files. */
  readonly cause: string;
  /** What Sluice did about it. */
  readonly done: string;
  /** What the user can do about it. */
  readonly remedy: string;
  /** Whether calls of the program may be missing for it: a recording that has it is incomplete. */
  readonly missesCalls: boolean;
}

const LEFT = 'The method was left as it is: its calls are not counted, and its time is that of its callers.';
const CLASS_LEFT = 'The class was left as it is: calls of its methods are not counted.';
const NOTHING_TO_DO = 'Nothing: measure the methods that call it.';
const SPLIT_IT = 'Measure what it calls, or split it.';
const REPORT_IT = 'This is a fault of Sluice: report it with sluice doctor --diagnostics.';

/** Why methods and classes are not measured, by stable ids; docs/messages.md has them for users. */
export const REFUSAL_MESSAGES = {
  abstract: {
    text: 'it is abstract and has no code',
    cause: 'Only a method with code can carry a probe.',
    done: LEFT,
    remedy: 'Choose the methods that implement it.',
    missesCalls: false,
  },
  native: {
    text: 'it is native and has no bytecode',
    cause: 'Its code is in a library of the operating system.',
    done: LEFT,
    remedy: NOTHING_TO_DO,
    missesCalls: true,
  },
  emptyFinalizer: {
    text: 'it is an empty finalizer, and with code in it the JVM would queue every object for finalization',
    cause: 'By its emptiness the JVM knows that the objects need no finalizer.',
    done: LEFT,
    remedy: 'Nothing: it does nothing.',
    missesCalls: false,
  },
  intrinsic: {
    text: 'the compilers replace calls of it by code of their own, and neither those nor what it calls is counted then',
    cause:
      'HotSpot knows some methods of the JDK by name. Once a caller is compiled, their bytecode need not run.',
    done: 'The method has its probes: they see the calls that are interpreted, and those that the compilers do not replace.',
    remedy:
      'Measure the methods that call it. With -Xint no call is replaced, and the program is many times slower.',
    missesCalls: true,
  },
  codeTooLong: {
    text: 'with probes its code would be {codeBytes} bytes, the limit is {limit}',
    cause: 'A class file holds 65,535 bytes of code for a method.',
    done: LEFT,
    remedy: SPLIT_IT,
    missesCalls: true,
  },
  tooLongForJit: {
    text: 'with probes its code would grow from {codeBytes} to {rewrittenBytes} bytes, and the JVM compiles no method over {limit}',
    cause:
      'The JVM interprets longer methods only, which takes many times as long. A class initialiser is measured all the same: it runs once.',
    done: LEFT,
    remedy: SPLIT_IT,
    missesCalls: true,
  },
  constantPoolFull: {
    text: "its class has {constants} constants, and the probes' would pass the limit of {limit}",
    cause: 'A class file holds 65,535 constants.',
    done: LEFT,
    remedy: 'Measure what it calls, or split its class.',
    missesCalls: true,
  },
  tooManyHandlers: {
    text: 'with probes it would have {handlers} exception handlers, the limit is {limit}',
    cause: 'A class file holds 65,535 exception handlers for a method.',
    done: LEFT,
    remedy: SPLIT_IT,
    missesCalls: true,
  },
  stackTooDeep: {
    text: 'with probes its operand stack would be {maxStack} slots deep, the limit is {limit}',
    cause: 'A class file holds so deep a stack and no deeper.',
    done: LEFT,
    remedy: SPLIT_IT,
    missesCalls: true,
  },
  tooManyLocals: {
    text: 'with its probe it would have {maxLocals} local variables, the limit is {limit}',
    cause: 'A class file holds so many local variables and no more.',
    done: LEFT,
    remedy: SPLIT_IT,
    missesCalls: true,
  },
  jumpTooFar: {
    text: 'the jump at bytecode {bci} would be longer than 32,767 bytes',
    cause: 'A longer form of the jump needs a stack map frame that nothing tells.',
    done: LEFT,
    remedy: SPLIT_IT,
    missesCalls: true,
  },
  noCodeOfLines: {
    text: 'lines {lines} have no code in it',
    cause: 'Comments, declarations and what comes before super() have none that can be timed.',
    done: 'Nothing was timed.',
    remedy: 'Choose other lines.',
    missesCalls: false,
  },
  subroutines: {
    text: 'it was compiled with subroutines, as before Java 6, and only all of it can be timed',
    cause:
      'Where the code goes on behind a subroutine is not known, so neither is where some of its lines end.',
    done: 'Nothing was timed.',
    remedy: 'Time the whole method, without --lines.',
    missesCalls: false,
  },
  continuation: {
    text:
      'it suspends continuations of its own (jdk.internal.vm.Continuation), and what their thread calls meanwhile stands below the ' +
      'methods that are suspended',
    cause: 'A continuation leaves its frames without returning from them, and no probe sees that.',
    done:
      'All calls are counted: those of each method are right, and some stand below callers that are not theirs. With a clock, what is ' +
      'suspended is longer by that. Virtual threads are not concerned.',
    remedy: 'Take a root that is called between two steps of a continuation.',
    missesCalls: true,
  },
  constructorUnclear: {
    text: 'where it calls another constructor is not certain ({reason} at bytecode {bci})',
    cause:
      'A constructor has other handlers before its this(...) or super(...) call than behind it; no compiler makes one that hides it.',
    done: LEFT,
    remedy: NOTHING_TO_DO,
    missesCalls: true,
  },
  argumentUnreadable: {
    text: '{reason}',
    cause:
      'Conditions and labels of root calls are made of an argument, and not every type can be read without running the program’s code.',
    done: LEFT,
    remedy: 'Name a root, or an overload of it, that has such an argument.',
    missesCalls: true,
  },
  methodGone: {
    text: 'the class as it is now has no such method',
    cause: 'Another agent has taken it out of the class.',
    done: CLASS_LEFT,
    remedy: 'Run the program without the other agent.',
    missesCalls: false,
  },
  classRefused: {
    text: '{reason}',
    cause: 'The class cannot be read, or the JVM does not take it with probes or at all.',
    done: CLASS_LEFT,
    remedy:
      'Exclude it. If the reason names an error of the verifier, report it with sluice doctor --diagnostics.',
    missesCalls: true,
  },
  classCannotRun: {
    text: '{why}, so none of its code can run',
    cause: 'A class that it names is missing or does not fit, or its static initialiser failed.',
    done: 'The class was left as it is, and is not tried again. No call of its methods is missing.',
    remedy: 'Nothing, if the program was to do without it.',
    missesCalls: false,
  },
  hiddenClass: {
    text: 'it is hidden, and the JVM lets nobody change its code',
    cause: 'The program has defined it by Lookup.defineHiddenClass.',
    done: 'Calls of its methods are not counted, and their time is that of their callers. What they call is counted.',
    remedy: NOTHING_TO_DO,
    missesCalls: true,
  },
  hiddenClassBefore: {
    text: 'it is hidden, was there before the recording, and the JVM neither shows its code nor lets anybody change it',
    cause: 'The program has defined it by Lookup.defineHiddenClass, before Sluice was told.',
    done:
      'Calls of its methods are not counted. What they call is counted in a program of at most 200 classes, by the scheme "everything", ' +
      'and where it is in the package of the class, or something else may call it too.',
    remedy: 'If calls below it matter, choose the scheme "everything", or launch the program with Sluice.',
    missesCalls: true,
  },
  loaderRefuses: {
    text: 'Class loader {loader} does not hand on java.lang.SluiceProbe, which code with probes needs: {methods} of {classes} are not measured',
    cause: 'The class loader refuses names that it does not know, also those that begin with java.',
    done: 'Its classes were left as they are: calls of their methods are not counted.',
    remedy: 'Let the class loader hand on all names that begin with java., as those of the JDK do.',
    missesCalls: true,
  },
  hookRefused: {
    text: '{reason}',
    cause:
      'A class of the JDK that is to tell of calls does its work in a way that is not known, or the JVM does not take it.',
    done: 'It is as without Sluice. What it would have told of is not measured, or measured without it.',
    remedy: REPORT_IT,
    missesCalls: true,
  },
  methodIdsUsedUp: {
    text: 'More methods than there are method ids are reachable: the rest is not measured',
    cause: 'An event has room for some millions of methods.',
    done: 'Those that came first are measured.',
    remedy: 'Choose a smaller root, or exclude packages.',
    missesCalls: true,
  },
  siteNumbersUsedUp: {
    text: 'More places that make objects than there are numbers for them are reachable: objects of the rest are not counted',
    cause: 'An event has room for 524,288 such places.',
    done: 'Those that came first are counted, and the calls of all.',
    remedy: 'Choose a smaller root, or exclude packages.',
    missesCalls: false,
  },
  probesKept: {
    text: 'The JVM kept the probes of {methods}: not switched off',
    cause: 'The JVM refused to swap the class back.',
    done: 'They are measured as before.',
    remedy: 'Stop the recording, and leave them out of the next one with --exclude.',
    missesCalls: false,
  },
} as const satisfies Record<string, RefusalMessage>;

export type RefusalId = keyof typeof REFUSAL_MESSAGES;

/** A class is not measured as a whole. */
export type ClassRefusal = 'classRefused' | 'classCannotRun';

/** The reason as a clause. @param found the names in the braces */
export function refusalReason(id: RefusalId, found: Readonly<Record<string, string>> = {}): string {
  return REFUSAL_MESSAGES[id].text.replace(/\{(\w+)\}/g, (_, name: string) => found[name] ?? '');
}

/** As it is told everywhere, in texts, JSON, recordings and the window: one sentence, and the id that docs/messages.md has. */
export function refusalSentence(id: RefusalId, clause: string): string {
  return `${clause}. [${id}]`;
}

/** Whether calls may be missing for what a sentence tells; also where it has no id, as in old files, or an unknown one. */
export function missesCalls(sentence: string): boolean {
  const id = /\[(\w+)\]$/.exec(sentence)?.[1] ?? '';
  return !Object.hasOwn(REFUSAL_MESSAGES, id) || REFUSAL_MESSAGES[id as RefusalId].missesCalls;
}
