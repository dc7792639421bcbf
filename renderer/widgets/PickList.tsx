import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import './PickList.css';
import { listStep } from './listStep.ts';

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
  /** Moving by key picks at once. */
  readonly pickOnMove?: boolean;
  /** What stands there when there are no items. */
  readonly empty: string;
  readonly listRef?: Ref<HTMLDivElement>;
}

/** A list of some hundred lines to pick from, by click or by arrow keys. */
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
  pickOnMove = false,
  empty,
  listRef,
}: PickListProps<T>) {
  const listId = useId();
  const [activeKey, setActiveKey] = useState('');
  const active = Math.max(
    items.findIndex((item) => keyOf(item) === activeKey),
    multiple ? 0 : items.findIndex(isSelected),
  );
  const optionId = (index: number): string => `${listId}-${index}`;

  const pick = (item: T): void => {
    setActiveKey(keyOf(item));
    if (whyNotOf(item) === '') onPick(item);
  };
  const moveTo = (index: number): void => {
    const item = items[index];
    setActiveKey(keyOf(item));
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
    if (pickOnMove && whyNotOf(item) === '') onPick(item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = listStep(event.key, active, items.length);
    if (items.length === 0) return;
    if (target !== undefined) moveTo(target);
    else if ((event.key === 'Enter' || event.key === ' ') && active >= 0) pick(items[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="pickListFrame">
      <div
        ref={listRef}
        className="pickList"
        role="listbox"
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
            role="option"
            aria-selected={isSelected(item)}
            aria-disabled={whyNotOf(item) !== '' || undefined}
            className={index === active ? 'pickListItem pickListItem-active' : 'pickListItem'}
            title={hintOf(item)}
            onClick={() => pick(item)}
          >
            {multiple ? <span className="pickListTick" aria-hidden="true" /> : null}
            {draw(item)}
          </div>
        ))}
      </div>
      {items.length === 0 ? (
        <p id={`${listId}-empty`} className="pickListEmpty">
          {empty}
        </p>
      ) : null}
    </div>
  );
}
