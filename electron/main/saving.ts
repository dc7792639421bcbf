import { extname, join } from 'node:path';
import type { App, Session } from 'electron';

/** What the page gives the user to keep is asked for by the system's own dialog; a recording is among the recent documents then. */
export function askWhereToSave(session: Session, app: App): void {
  session.on('will-download', (_event, item) => {
    const name = item.getFilename();
    const extension = extname(name).slice(1);
    item.setSaveDialogOptions({
      title: `Save ${name}`,
      defaultPath: join(app.getPath('documents'), name),
      filters: [
        {
          name: extension === 'sluice' ? 'Sluice recording' : extension.toUpperCase(),
          extensions: [extension],
        },
      ],
    });
    item.once('done', (_done, state) => {
      if (state === 'completed' && extension === 'sluice') app.addRecentDocument(item.getSavePath());
    });
  });
}
