import { useState, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import { runCommand } from '../../state/commands/commands.ts';
import { ContextMenu } from '../../widgets/ContextMenu.tsx';
import { keyName } from '../../widgets/keyName.ts';

/** Around the map of root calls: what can be done with it, by a menu. */
export function MapMenu({
  ref,
  children,
}: {
  readonly ref: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}) {
  const app = useApp();
  const [place, setPlace] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    setPlace({ x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!['Shift+F10', 'ContextMenu'].includes(keyName(event))) return;
    event.preventDefault();
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    setPlace({ x: left + width / 3, y: top + height / 3 });
  };
  return (
    <div ref={ref} onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      {children}
      {place ? (
        <ContextMenu
          title="Map of root calls"
          groups={[
            [
              {
                ...{ id: 'copyImage', text: 'Copy as Image', key: '', whyNot: '' },
                hint: 'A picture of the map with its numbers, for a message or a document',
                run: () => void runCommand(app, 'copyImage'),
              },
            ],
          ]}
          {...place}
          onClose={() => setPlace(null)}
        />
      ) : null}
    </div>
  );
}
