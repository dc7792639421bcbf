import { visibleText } from '../../../shared/naming/visibleText.ts';
import './ClassName.css';

interface ClassNameProps {
  /** As Class.getName(). */
  readonly name: string;
  readonly note?: string;
}

/** A class with its package behind it and paler, so that a column of classes can be read down. */
export function ClassName({ name, note }: ClassNameProps) {
  const dot = name.lastIndexOf('.');
  return (
    <>
      <span>{visibleText(name.slice(dot + 1))}</span>
      <span className="classNamePackage">{dot < 0 ? '' : visibleText(name.slice(0, dot))}</span>
      {note ? <span className="classNameNote">{note}</span> : null}
    </>
  );
}
