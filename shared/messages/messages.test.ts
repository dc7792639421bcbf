import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SLUICE_ERROR_CODES } from '../base/errors.ts';
import { CalibrationDrift } from '../cct/calibrationDrift.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { AGENT_NOTES } from '../wire/controlMessage.ts';
import { missesCalls, REFUSAL_MESSAGES, refusalSentence, type RefusalId } from './refusalMessages.ts';
import { LOSS_MESSAGES } from '../recording/losses.ts';
import { NOTE_MESSAGES, noteText } from './noteMessages.ts';

const documented = readFileSync(join(import.meta.dirname, '../../docs/messages.md'), 'utf8');

/** What docs/messages.md says below the heading of an id. */
function sectionOf(
  text: string,
  { cause, done, remedy }: Readonly<Record<'cause' | 'done' | 'remedy', string>>,
) {
  return `> ${text}\n\n- Cause: ${cause}\n- Done: ${done}\n- Remedy: ${remedy}`;
}

describe('docs/messages.md', () => {
  it('has every error code, loss, note and refusal as they are, and nothing else', () => {
    const codes = [...documented.matchAll(/^\| `(.+?)` +\| (.+?) +\|$/gm)].map(([, code, meaning]) => [
      code,
      meaning,
    ]);
    expect(codes).toEqual(Object.entries(SLUICE_ERROR_CODES));

    const sections = documented
      .split(/^#+ /m)
      .filter((section) => section.startsWith('`'))
      .map((section) => section.trim());
    expect(sections).toEqual([
      ...Object.entries(LOSS_MESSAGES).map(([id, loss]) => `\`${id}\`\n\n${sectionOf(loss.text(2), loss)}`),
      ...Object.entries(NOTE_MESSAGES).map(
        ([id, note]) => `\`${id}\` (${note.severity})\n\n${sectionOf(note.text, note)}`,
      ),
      ...Object.entries(REFUSAL_MESSAGES).map(
        ([id, refusal]) => `\`${id}\`\n\n${sectionOf(refusal.text, refusal)}`,
      ),
    ]);
  });

  it('tells of each note and refusal what came about, why, what was done and what to do', () => {
    for (const [id, message] of Object.entries({ ...NOTE_MESSAGES, ...REFUSAL_MESSAGES })) {
      for (const [field, said] of Object.entries(message)) expect(said, `${field} of ${id}`).not.toBe('');
    }
  });

  it('tells of a refusal by its sentence whether calls may be missing; of one that nobody knows they may', () => {
    for (const [id, message] of Object.entries(REFUSAL_MESSAGES))
      expect(missesCalls(refusalSentence(id as RefusalId, 'Class A is not measured: it is so'))).toBe(
        message.missesCalls,
      );
    for (const unknown of ['', 'a.B::c is native.', 'Class A. [laterReason]', 'Class A. [toString]'])
      expect(missesCalls(unknown)).toBe(true);
  });

  it('has all that an agent tells, and what is told of a calibration that drifts', () => {
    for (const id of AGENT_NOTES) expect(Object.keys(NOTE_MESSAGES)).toContain(id);
    const drift = new CalibrationDrift({ ...NO_CALIBRATION, innerNs: 10, outerNs: 10 });
    drift.take({ ...NO_CALIBRATION, innerNs: 30, outerNs: 30 });
    expect(drift.text).toContain(noteText('calibrationDrifted', { how: '' }));
  });
});
