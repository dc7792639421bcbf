import { shownKey } from '../../widgets/keyName.ts';
import './KeyName.css';

/** A key as it is printed on keyboards. @param name as widgets/keyName.ts makes it */
export function KeyName({ name }: { readonly name: string }) {
  return <kbd className="keyName">{shownKey(name)}</kbd>;
}
