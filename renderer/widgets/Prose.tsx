import { Fragment } from 'react';
import { MARKED_CODE } from '../../shared/naming/prose.ts';
import './Prose.css';

/** Longer ones may be broken: they would not fit on a line of a narrow window. */
const LONGEST = 60;
/** An option of a command line, -XX:+EnableDynamicAgentLoading or --clock, without what ends the sentence. */
const OPTION = /(?<=^|[\s(“"'])(-{1,2}[A-Za-z][^\s”"')]*[^\s”"').,:;])/;

/** Sentences in which commands and options look like what is typed, and no option is broken behind its hyphen. */
export function Prose({ text }: { readonly text: string }) {
  return text.split(MARKED_CODE).map((part, i) =>
    i % 2 === 1 ? (
      <code key={i} className={part.length <= LONGEST ? 'proseCode proseOption' : 'proseCode'}>
        {part}
      </code>
    ) : (
      <Words key={i} text={part} />
    ),
  );
}

function Words({ text }: { readonly text: string }) {
  return text.split(OPTION).map((part, i) =>
    i % 2 === 1 && part.length <= LONGEST ? (
      <span key={i} className="proseOption">
        {part}
      </span>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  );
}
