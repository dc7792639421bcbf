import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import type { MethodItem } from '../../state/drafts/methodItems.ts';

/** A method that may be picked as a root: its name, what it takes, and why it cannot be one. */
export function MethodName({ item }: { readonly item: Pick<MethodItem, 'text' | 'detail' | 'whyNot'> }) {
  return (
    <>
      <span className="rootPickerMethod">{visibleText(item.text)}</span>
      <span className="rootPickerParameters">{visibleText(item.detail)}</span>
      {item.whyNot ? <span className="rootPickerWhyNot">{visibleLine(item.whyNot)}</span> : null}
    </>
  );
}
