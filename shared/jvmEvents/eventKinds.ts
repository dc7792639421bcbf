/** In which state a thread was, in the order in which they are drawn above each other. */
export const THREAD_STATES = ['running', 'blocked', 'waiting', 'parked', 'sleeping'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

/** What is asked for together, in the order in which the tracks lie. */
export const EVENT_GROUPS = [
  'gc',
  'heap',
  'safepoints',
  'cpu',
  'threads',
  'compilations',
  'classes',
  'exceptions',
  'io',
] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

interface EventKindFacts {
  /** Of the text column `kind`: as people read it. */
  readonly id: string;
  /** Of its track. */
  readonly title: string;
  /** Stretches of time, moments, or a level that holds until the next. */
  readonly shape: 'spans' | 'moments' | 'level';
  /** Of a level: its column. */
  readonly level?: 'bytes' | 'percent' | 'count';
}

/** All but the states of threads, which are THREAD_STATES: those are in tracks of their own, one of each thread. */
export const EVENT_KINDS = [
  { id: 'collection', title: 'Collections', shape: 'spans' },
  { id: 'GC pause', title: 'GC Pauses', shape: 'spans' },
  { id: 'heap', title: 'Heap in Use', shape: 'level', level: 'bytes' },
  { id: 'safepoint', title: 'Safepoints', shape: 'spans' },
  { id: 'CPU of the JVM', title: 'CPU of the JVM', shape: 'level', level: 'percent' },
  { id: 'CPU of the machine', title: 'CPU of the Machine', shape: 'level', level: 'percent' },
  { id: 'threads', title: 'Threads Alive', shape: 'level', level: 'count' },
  { id: 'thread start', title: 'Thread Starts', shape: 'moments' },
  { id: 'thread end', title: 'Thread Ends', shape: 'moments' },
  { id: 'compilation', title: 'Compilations', shape: 'spans' },
  { id: 'deoptimization', title: 'Deoptimizations', shape: 'moments' },
  { id: 'class load', title: 'Class Loads', shape: 'spans' },
  { id: 'class unload', title: 'Class Unloads', shape: 'moments' },
  { id: 'exception', title: 'Exceptions', shape: 'moments' },
  { id: 'error', title: 'Errors', shape: 'moments' },
  { id: 'file read', title: 'File Reads', shape: 'spans' },
  { id: 'file write', title: 'File Writes', shape: 'spans' },
  { id: 'socket read', title: 'Socket Reads', shape: 'spans' },
  { id: 'socket write', title: 'Socket Writes', shape: 'spans' },
] as const satisfies readonly EventKindFacts[];

export type EventKindId = (typeof EVENT_KINDS)[number]['id'];

export function isThreadState(kind: string): kind is ThreadState {
  return (THREAD_STATES as readonly string[]).includes(kind);
}
