import { useEffect, useState } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import './DropTarget.css';

/** A file that is dragged over the window is shown where it may be dropped: anywhere. */
export function DropTarget() {
  const app = useApp();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
      window.addEventListener(name, act, { signal: listening.signal });
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault(); // without this the browser shows the file itself
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setIsOver(false);
    });
    on('drop', (event) => {
      setIsOver(false);
      const file = event.dataTransfer?.files.item(0);
      if (!file) return;
      event.preventDefault();
      void app.files.openFile(file, file.name);
    });
    return () => listening.abort();
  }, [app]);
  return isOver ? (
    <div className="dropTarget">
      <p>Drop a recording or a heap dump to open it</p>
    </div>
  ) : null;
}
