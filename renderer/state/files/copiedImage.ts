import { messageOf } from '../../../shared/base/errors.ts';
import type { AppStore } from '../appStore.ts';
import type { FilePlaces } from '../filePlaces.ts';
import { shownName } from '../shownName.ts';
import type { ViewImage } from '../results.ts';

/** Where a picture goes. */
interface ImagePlaces extends Pick<FilePlaces, 'giveFile'> {
  copyImage(png: Promise<Blob>): Promise<void>;
}

/** Puts a picture of the view in front on the clipboard. Where that takes none the user gets it as a file. */
export async function copyViewImage(store: AppStore, image: ViewImage, places: ImagePlaces): Promise<void> {
  const name = shownName(store.state.get());
  const png = image.draw(name);
  const note = (message: string, remedy: string): void =>
    store.addProblem({ severity: 'note', code: '', topic: 'copied image', message, remedy });
  try {
    await places.copyImage(png);
    note('The image is on the clipboard.', 'Paste it into a message or a document.');
  } catch (whyNot) {
    try {
      const file = `${name} ${image.title}`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
      places.giveFile(await png, `${file}.png`);
      note(
        `The clipboard took no image, which is the file ${file}.png instead: ${messageOf(whyNot)}`,
        'Put that file into a message or a document.',
      );
    } catch (thrown) {
      store.report(thrown);
    }
  }
}
