import { messageOf } from '../../../shared/base/errors.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { SEPARATOR } from '../../../shared/naming/formatNumbers.ts';
import { costText, groupsText, isLarge, sizeText } from '../../../shared/recording/extent.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What may be answered: its key, and what the recording measures then; null: it is given up. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly includes: readonly string[] | null;
}

const OWN: readonly Choice[] = [
  { key: 'm', text: 'only my code (--only auto)', includes: ['auto'] },
  {
    key: 'b',
    text: 'my code and its borders: JDBC, JPA, HTTP, messages, servlets (--only borders)',
    includes: ['borders'],
  },
];
const ALL: Choice = { key: 'e', text: "everything (--only '**')", includes: ['**'] };
const GIVE_UP: Choice = { key: 'q', text: 'give up', includes: null };

/**
 * Before a recording that may become large: who sits at a terminal chooses what it measures, else a sentence tells how to. Who has
 * chosen by --only is not asked.
 * @param interrupt gives up
 * @returns the request to go on with; null: it is given up
 */
export async function askExtent(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  request: RecordingRequest,
  interrupt: AbortSignal,
): Promise<RecordingRequest | null> {
  if (request.includes.length > 0) return request;
  const extent = await engine.extent(sessionId, request);
  if (!isLarge(extent)) return request;
  terminal.talk(`${sizeText(extent, SEPARATOR)}: ${groupsText(extent)}`);
  const whyNotOwn = await engine.ownCode(sessionId, false).then(
    () => '',
    (thrown: unknown) => messageOf(thrown),
  );
  const choices = whyNotOwn === '' ? [...OWN, ALL, GIVE_UP] : [GIVE_UP, ALL];
  const answer = await answered(terminal, choices, interrupt, () => {
    terminal.talk(`${costText(extent)}. What is to be measured?`);
    if (whyNotOwn !== '') terminal.talk(`${whyNotOwn} Name them: --only 'com.acme.**'`);
    for (const [i, { key, text }] of choices.entries())
      terminal.talk(`  ${key}  ${text}${i === 0 ? '; or Enter' : ''}`);
  });
  if (answer === 'nobody') {
    terminal.talk(
      `warning: ${costText(extent)}. --only auto measures your code, --only borders also where it calls outward; --only '**' is everything, without this warning`,
    );
    return request;
  }
  return answer.includes === null ? null : { ...request, includes: answer.includes };
}

/** @param ask is called where somebody can type */
async function answered(
  terminal: Terminal,
  choices: readonly Choice[],
  interrupt: AbortSignal,
  ask: () => void,
): Promise<Choice | 'nobody'> {
  return new Promise((resolve) => {
    let end: (() => void) | null = null;
    const answer = (choice: Choice): void => {
      interrupt.removeEventListener('abort', giveUp);
      end?.();
      resolve(choice);
    };
    const giveUp = (): void => answer(GIVE_UP);
    end = terminal.readLines((line) => {
      const key = line.trim().toLowerCase();
      const choice = key === '' ? choices[0] : choices.find((one) => one.key === key);
      if (choice !== undefined) answer(choice);
      else terminal.talk(`${choices.map((one) => one.key).join(', ')} or Enter`);
    }, giveUp);
    if (end === null) return resolve('nobody');
    if (interrupt.aborted) return giveUp();
    interrupt.addEventListener('abort', giveUp, { once: true });
    ask();
  });
}
