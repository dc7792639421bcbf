/** One thing that `sluice doctor` looked at. */
export interface Finding {
  /** A name that scripts can rely on. */
  readonly id: string;
  /** problem: attaching cannot work until it is mended; note: it can, and this is good to know. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** What to do about it; "" where there is nothing to do. */
  readonly remedy: string;
}

export function ok(id: string, text: string): Finding {
  return { id, state: 'ok', text, remedy: '' };
}

export function note(id: string, text: string, remedy = ''): Finding {
  return { id, state: 'note', text, remedy };
}

export function problem(id: string, text: string, remedy: string): Finding {
  return { id, state: 'problem', text, remedy };
}
