import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SLUICE_ERROR_CODES } from '../base/errors.ts';
import { CalibrationDrift } from '../cct/calibrationDrift.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { AGENT_NOTES } from '../wire/controlMessage.ts';
import { REFUSAL_MESSAGES } from '../base/refusalMessages.ts';
import { LOSS_MESSAGES } from './losses.ts';
import { NOTE_MESSAGES, noteText } from './noteMessages.ts';

/** Rows of the tables of docs/messages.md, cell by cell. */
const documented = readFileSync(join(import.meta.dirname, '../../docs/messages.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/messages.md', () => {
  it('has every error code, loss, note and refusal as they are, and nothing else', () => {
    const codes = Object.entries(SLUICE_ERROR_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]);
    const losses = Object.entries(LOSS_MESSAGES).map(([id, { text, cause, done, remedy }]) => [
      `\`${id}\``,
      text(2),
      cause,
      done,
      remedy,
    ]);
    const notes = Object.entries(NOTE_MESSAGES).map(([id, { severity, text, cause, done, remedy }]) => [
      `\`${id}\``,
      severity,
      text,
      cause,
      done,
      remedy,
    ]);
    const refusals = Object.entries(REFUSAL_MESSAGES).map(([id, { text, cause, done, remedy }]) => [
      `\`${id}\``,
      text,
      cause,
      done,
      remedy,
    ]);
    expect(documented).toEqual([...codes, ...losses, ...notes, ...refusals]);
  });

  it('tells of each note and refusal what came about, why, what was done and what to do', () => {
    for (const [id, message] of Object.entries({ ...NOTE_MESSAGES, ...REFUSAL_MESSAGES })) {
      for (const [field, said] of Object.entries(message)) expect(said, `${field} of ${id}`).not.toBe('');
    }
  });

  it('has all that an agent tells, and what is told of a calibration that drifts', () => {
    for (const id of AGENT_NOTES) expect(Object.keys(NOTE_MESSAGES)).toContain(id);
    const drift = new CalibrationDrift({ ...NO_CALIBRATION, innerNs: 10, outerNs: 10 });
    drift.take({ ...NO_CALIBRATION, innerNs: 30, outerNs: 30 });
    expect(drift.text).toContain(noteText('calibrationDrifted', { how: '' }));
  });
});
