import { useRef, type KeyboardEvent } from 'react';
import './Tabs.css';

interface TabsProps<T extends string> {
  readonly label: string;
  readonly selected: T;
  readonly tabs: readonly { readonly id: T; readonly text: string; readonly key?: string }[];
  /** Id of the element that holds the selected tab's content. */
  readonly panelId: string;
  readonly onSelect: (id: T) => void;
}

/** A row of tabs; the arrow keys go from one to the next. */
export function Tabs<T extends string>({ label, selected, tabs, panelId, onSelect }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = (tabs.findIndex((tab) => tab.id === selected) + step + tabs.length) % tabs.length;
    onSelect(tabs[next].id);
    list.current?.querySelectorAll('button')[next]?.focus();
    event.preventDefault();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className="tab"
          aria-selected={tab.id === selected}
          aria-controls={panelId}
          aria-keyshortcuts={tab.key}
          title={tab.key && `${tab.text} (${tab.key})`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          <span className="tabText" data-text={tab.text}>
            {tab.text}
          </span>
        </button>
      ))}
    </div>
  );
}
