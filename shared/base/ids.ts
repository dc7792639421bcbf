/** A number or string that the compiler keeps apart from others of its kind. The only place brands are made. */
type Brand<T, Tag extends string> = T & { readonly __brand: Tag };

/** Names a method within one session; given out by the tool, written into probes. 16 .. 2^19-1. */
export type MethodId = Brand<number, 'MethodId'>;
/** Names a class of one class loader within one attachment; given out by the agent. Starts at 1. */
export type ClassId = Brand<number, 'ClassId'>;
/** Names a class loader within one attachment; given out by the agent. 0 is the boot loader. */
export type LoaderId = Brand<number, 'LoaderId'>;
/** A Java thread's `threadId()`; never reused within a JVM. Virtual threads share the numbering. */
export type ThreadId = Brand<number, 'ThreadId'>;
/** Names a timed code region; given out by the agent, never used twice within a JVM. Starts at 1. */
export type RegionId = Brand<number, 'RegionId'>;
/** A row of a CctTable. */
export type NodeIndex = Brand<number, 'NodeIndex'>;

/** Ids below this one are control words of the event stream (see shared/wire/README.md). */
export const FIRST_METHOD_ID = 16;
/** One more than the largest method id: an event word holds 19 bits of id. */
export const METHOD_ID_LIMIT = 1 << 19;
/** Stands for several hidden nodes below one node. No method has this id: they start at 16. */
export const OTHER_METHOD = 0;
