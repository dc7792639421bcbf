/**
 * Two kinds of error cross module borders.
 * `BugError`: an invariant of ours is broken; caught only at the edge of a process.
 * `SluiceError`: something a user can meet; `code` is stable and grep-able, `message` says what was done,
 * where, what was found and what is allowed, `remedy` says what to do about it.
 * Where one item of many is refused, a value (see result.ts) is returned instead.
 */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Code -> what it stands for; docs/messages.md has them for users. */
export const SLUICE_ERROR_CODES = {
  usage: 'bad argument or pattern',
  'not-found': 'pid, file, class or method does not exist',
  'not-attachable': 'the process cannot be attached to, see message',
  'attach-failed': 'tried and failed',
  'target-gone': 'the JVM ended or the connection broke',
  'root-not-found': 'no class or method matches, or it is not loaded yet: the message says which',
  'not-instrumentable': 'found, but its code cannot be rewritten',
  protocol: 'malformed or unexpected bytes',
  version: 'protocol, build or file version does not fit',
  agent: 'the agent reported a failure',
  busy: 'not possible in the present state',
  io: 'a file or socket of ours failed',
  memory: 'there is no memory for it',
} as const;

export type SluiceErrorCode = keyof typeof SLUICE_ERROR_CODES;

export class SluiceError extends Error {
  override readonly name = 'SluiceError';
  constructor(
    readonly code: SluiceErrorCode,
    message: string,
    readonly remedy: string = '',
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Of what somebody has typed, asked for or chosen. */
export class UsageError extends SluiceError {
  constructor(message: string, remedy?: string, options?: { readonly cause?: unknown }) {
    super('usage', message, remedy, options);
  }
}

/** The text of any thrown value, for messages and logs. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
