import { expect, test } from 'vitest';
import { visibleText } from './visibleText.ts';

test('characters that hide or reorder text are shown as escapes', () => {
  expect(visibleText('pay\u202eelpmis\u0000\u200b\n')).toBe('pay\\u202eelpmis\\u0000\\u200b\\u000a');
  expect(visibleText('\ud800x')).toBe('\\ud800x');
});

test('ordinary names of any language stay as they are', () => {
  expect(visibleText('München.größe 名前 🐢 $lambda$0')).toBe('München.größe 名前 🐢 $lambda$0');
});
