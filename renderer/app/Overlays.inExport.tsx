import { useAppState } from '../state/app/appContext.ts';
import { CompareDialog } from '../views/compare/CompareDialog.tsx';
import { CommandPalette } from '../views/shell/CommandPalette.tsx';
import { DropTarget } from '../views/shell/DropTarget.tsx';
import { KeyHelp } from '../views/shell/KeyHelp.tsx';

/** In a page that holds a recording: what asks no engine. */
export function Overlays() {
  const overlay = useAppState((state) => state.overlay);
  return (
    <>
      <DropTarget />
      {overlay === 'palette' ? <CommandPalette /> : null}
      {overlay === 'keys' ? <KeyHelp /> : null}
      {overlay === 'compare' ? <CompareDialog /> : null}
    </>
  );
}
