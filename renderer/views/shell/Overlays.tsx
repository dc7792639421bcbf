import { useAppState } from '../../state/appContext.ts';
import { CompareDialog } from '../compare/CompareDialog.tsx';
import { HeapDumpDialog } from '../heap/HeapDumpDialog.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { DropTarget } from './DropTarget.tsx';
import { ExtentDialog } from './ExtentDialog.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { LaunchDialog } from './LaunchDialog.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';

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
