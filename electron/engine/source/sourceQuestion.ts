import { UsageError } from '../../../shared/base/errors.ts';
import { SOURCE_FORMS, type SourceQuestion } from '../../../shared/ipc/methodSource.ts';

const TEXTS = ['sessionId', 'commandLine', 'javaVersion', 'className', 'name', 'descriptor'] as const;
const MAX_PLACES = 200;

/** It may come from another process. @throws SluiceError 'usage' */
export function checkSourceQuestion(question: SourceQuestion): SourceQuestion {
  for (const key of TEXTS)
    if (typeof question?.[key] !== 'string')
      throw new UsageError(`Question for a source: ${key} must be a text.`);
  const { places, form, line = 0 } = question;
  if (!Number.isSafeInteger(line) || line < 0)
    throw new UsageError('Question for a source: line must be a whole number.');
  const areTexts = Array.isArray(places) && places.every((place) => typeof place === 'string');
  if (!areTexts || places.length > MAX_PLACES)
    throw new UsageError(`Question for a source: places must be at most ${MAX_PLACES} texts.`);
  if (!SOURCE_FORMS.includes(form))
    throw new UsageError(`Question for a source: form must be one of ${SOURCE_FORMS.join(', ')}.`);
  return { ...question, mayFetch: question.mayFetch === true };
}
