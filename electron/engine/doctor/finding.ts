import type { Finding } from '../../../shared/ipc/finding.ts';

export function ok(id: string, text: string): Finding {
  return { id, state: 'ok', text, remedy: '' };
}

export function note(id: string, text: string, remedy = ''): Finding {
  return { id, state: 'note', text, remedy };
}

export function problem(id: string, text: string, remedy: string): Finding {
  return { id, state: 'problem', text, remedy };
}
