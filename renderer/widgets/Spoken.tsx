import { useState } from 'react';

interface SpokenProps {
  /** What stands for the reader's own doing: another one is another text to say. */
  readonly when: string;
  readonly text: string;
  /** Of an element that this describes. */
  readonly id?: string;
}

/**
 * Text for the ear alone, said when `when` changes and not when the text does: numbers of a recording that runs change four
 * times a second, and nobody could bear that read out.
 */
export function Spoken({ when, text, id }: SpokenProps) {
  const [said, setSaid] = useState({ when, text });
  if (said.when !== when) setSaid({ when, text });
  return (
    <div id={id} className="visuallyHidden" aria-live="polite">
      {said.text}
    </div>
  );
}
