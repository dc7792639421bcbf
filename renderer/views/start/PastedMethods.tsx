import { useCallback, useEffect, useRef } from 'react';
import type { NamedMethod } from '../../../shared/callgraph/namedMethods.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { pastedItems } from '../../state/drafts/pastedItems.ts';
import { Button } from '../../widgets/Button.tsx';
import { PickList } from '../../widgets/PickList.tsx';
import { MethodName } from './MethodName.tsx';
import { useSearch } from './useSearch.ts';

const NO_ROOTS: readonly string[] = [];

interface PastedMethodsProps {
  readonly sessionId: string;
  readonly named: readonly NamedMethod[];
  readonly disabled: boolean;
  readonly onClose: () => void;
}

/** The methods that a pasted trace or thread dump names, in its order: each can be a root if its class is loaded. */
export function PastedMethods({ sessionId, named, disabled, onClose }: PastedMethodsProps) {
  const app = useApp();
  const roots = useAppState((state) => state.session?.draft.roots ?? NO_ROOTS);
  const list = useRef<HTMLDivElement>(null);
  const ask = useCallback(() => pastedItems(app.engine, sessionId, named), [app, sessionId, named]);
  const { found, error } = useSearch('', 0, ask);
  useEffect(() => list.current?.focus(), [named]);
  return (
    <section className="rootPickerPasted">
      <div className="rootPickerHeading">
        <h3>{formatCountOf(named.length, 'method')} in what was pasted</h3>
        <Button hint="Back to all loaded classes" onClick={onClose}>
          All classes
        </Button>
      </div>
      <PickList
        listRef={list}
        label="Methods in what was pasted"
        multiple
        items={found ?? []}
        keyOf={(item) => item.pattern}
        isSelected={(item) => roots.includes(item.pattern)}
        onPick={(item) => app.session.toggleRoot(item.pattern)}
        whyNotOf={(item) => (disabled ? 'The session is over.' : item.whyNot)}
        empty={error || 'Looking for their classes…'}
        draw={(item) => <MethodName item={item} />}
        hintOf={(item) => visibleLine(item.whyNot || item.pattern)}
      />
    </section>
  );
}
