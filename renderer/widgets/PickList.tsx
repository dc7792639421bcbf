import { useId, useState, type HTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { pageRows, rowStep, type RowLevels } from './rowStep.ts';
import './PickList.css';

const INDENT_PX = 16;
const EDGE_PX = 8;

/** A tree: what is picked opens or closes too. */
interface PickLevels<T> extends RowLevels<T> {
  readonly onToggle: (item: T) => void;
}

interface PickListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly isSelected: (item: T) => boolean;
  readonly onPick: (item: T) => void;
  readonly draw: (item: T) => ReactNode;
  readonly hintOf: (item: T) => string;
  /** Why an item cannot be picked, "" when it can. */
  readonly whyNotOf?: (item: T) => string;
  /** Several items can be selected; Space and Enter take one in or out. */
  readonly multiple?: boolean;
  readonly levels?: PickLevels<T>;
  /** Moving by key picks at once. */
  readonly pickOnMove?: boolean;
  /** What stands there when there are no items. */
  readonly empty: string;
  readonly listRef?: Ref<HTMLDivElement>;
}

/** A list, or a tree, of some hundred lines to pick from, by click or by arrow keys. */
export function PickList<T>({
  label,
  items,
  keyOf,
  isSelected,
  onPick,
  draw,
  hintOf,
  whyNotOf = () => '',
  multiple = false,
  levels,
  pickOnMove = false,
  empty,
  listRef,
}: PickListProps<T>) {
  const listId = useId();
  const [activeKey, setActiveKey] = useState('');
  const active = Math.max(
    items.findIndex((item) => keyOf(item) === activeKey),
    multiple || levels ? 0 : items.findIndex(isSelected),
  );
  const optionId = (index: number): string => `${listId}-${index}`;

  const pick = (item: T): void => {
    setActiveKey(keyOf(item));
    if (whyNotOf(item) === '') onPick(item);
    levels?.onToggle(item);
  };
  const moveTo = (index: number): void => {
    const item = items[index];
    setActiveKey(keyOf(item));
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
    if (pickOnMove && whyNotOf(item) === '') onPick(item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (items.length === 0) return;
    const list = event.currentTarget;
    const rowPx = list.firstElementChild?.clientHeight ?? 0;
    const step = rowStep(event.key, items, active, pageRows(list.clientHeight, rowPx), levels);
    if (step === 'open' || step === 'close') levels?.onToggle(items[active]);
    else if (step !== undefined) moveTo(step);
    else if ((event.key === 'Enter' || event.key === ' ') && active >= 0) pick(items[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="pickListFrame">
      <div
        ref={listRef}
        className="pickList"
        role={levels ? 'tree' : 'listbox'}
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-describedby={items.length === 0 ? `${listId}-empty` : undefined}
        aria-activedescendant={active >= 0 && items.length > 0 ? optionId(active) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {items.map((item, index) => (
          <div
            key={keyOf(item)}
            id={optionId(index)}
            aria-selected={isSelected(item)}
            aria-disabled={whyNotOf(item) !== '' || undefined}
            {...(levels ? levelProps(item, levels) : { role: 'option' })}
            className={index === active ? 'pickListItem pickListItem-active' : 'pickListItem'}
            title={hintOf(item)}
            onClick={() => pick(item)}
          >
            {multiple ? <span className="pickListTick" aria-hidden="true" /> : null}
            {draw(item)}
          </div>
        ))}
      </div>
      {items.length > 0 ? null : <NoItems id={`${listId}-empty`} text={empty} />}
    </div>
  );
}

function NoItems({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={id} className="pickListEmpty">
      {text}
    </p>
  );
}

/** How deep an item of a tree stands, and whether it is open. */
function levelProps<T>(item: T, { depthOf, isOpen }: RowLevels<T>): HTMLAttributes<HTMLElement> {
  return {
    role: 'treeitem',
    'aria-level': depthOf(item) + 1,
    'aria-expanded': isOpen(item) ?? undefined,
    style: { paddingInlineStart: `${EDGE_PX + INDENT_PX * depthOf(item)}px` },
  };
}
