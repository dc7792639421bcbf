import { useAppState } from '../state/app/appContext.ts';
import { CompareDialog } from '../views/compare/CompareDialog.tsx';
import { HeapDumpDialog } from '../views/heap/HeapDumpDialog.tsx';
import { CommandPalette } from '../views/shell/CommandPalette.tsx';
import { DropTarget } from '../views/shell/DropTarget.tsx';
import { ExtentDialog } from '../views/shell/ExtentDialog.tsx';
import { KeyHelp } from '../views/shell/KeyHelp.tsx';
import { LaunchDialog } from '../views/shell/LaunchDialog.tsx';
import { ReplaceDialog } from '../views/shell/ReplaceDialog.tsx';

/** What may stand in front of the screen, one at a time. */
export function Overlays() {
  const overlay = useAppState((state) => state.overlay);
  return (
    <>
      <DropTarget />
      {overlay === 'palette' ? <CommandPalette /> : null}
      {overlay === 'keys' ? <KeyHelp /> : null}
      {overlay === 'compare' ? <CompareDialog /> : null}
      {overlay === 'heapDump' ? <HeapDumpDialog /> : null}
      {overlay === 'replace' ? <ReplaceDialog /> : null}
      {overlay === 'extent' ? <ExtentDialog /> : null}
      {overlay === 'launch' ? <LaunchDialog /> : null}
    </>
  );
}
