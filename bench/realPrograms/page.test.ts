import { describe, expect, it } from 'vitest';
import { withPart } from './page.ts';

describe('a part of the page', () => {
  const cold = withPart('', 'Cold', 'It was cold.\n\n### Time\n\n3 s\n');
  const both = withPart(cold, 'Warm', 'It was warm.\n');

  it('is replaced, and the other stays byte for byte', () => {
    const again = withPart(both, 'Warm', 'It was warmer.\n');
    expect(again).toBe(both.replace('It was warm.', 'It was warmer.'));
    expect(withPart(both, 'Cold', 'It froze.')).toContain(
      '## Cold\n\nIt froze.\n\n## Warm\n\nIt was warm.\n',
    );
  });

  it('keeps its place, whichever was measured first', () => {
    const warmFirst = withPart(
      withPart('', 'Warm', 'It was warm.'),
      'Cold',
      'It was cold.\n\n### Time\n\n3 s',
    );
    expect(warmFirst).toBe(both);
  });
});
