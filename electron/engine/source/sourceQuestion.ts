import { UsageError } from '../../../shared/base/errors.ts';
import { SOURCE_FORMS, type SourceQuestion } from '../../../shared/ipc/methodSource.ts';

const TEXTS = ['sessionId', 'commandLine', 'javaVersion', 'className', 'name', 'descriptor'] as const;
const MAX_PLACES = 200;
const MAX_ENTRIES = 5_000;

/** It may come from another process. @throws SluiceError 'usage' */
export function checkSourceQuestion(question: SourceQuestion): SourceQuestion {
  for (const key of TEXTS)
    if (typeof question?.[key] !== 'string')
      throw new UsageError(`Question for a source: ${key} must be a text.`);
  const { places, classPath, form, line = 0 } = question;
  if (!Number.isSafeInteger(line) || line < 0)
    throw new UsageError('Question for a source: line must be a whole number.');
  checkTexts('places', places, MAX_PLACES);
  checkTexts('classPath', classPath, MAX_ENTRIES);
  if (!SOURCE_FORMS.includes(form))
    throw new UsageError(`Question for a source: form must be one of ${SOURCE_FORMS.join(', ')}.`);
  return { ...question, mayFetch: question.mayFetch === true };
}

function checkTexts(field: string, texts: unknown, most: number): void {
  const areTexts = Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  if (!areTexts || texts.length > most)
    throw new UsageError(`Question for a source: ${field} must be at most ${most} texts.`);
}
