import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { extentOf, isLarge, type RecordingExtent } from '../../../shared/recording/extent.ts';
import { CLASS_FLAG } from '../../../shared/wire/controlMessage.ts';
import type { TargetAgent } from '../agent/targetAgent.ts';
import { chosenClasses } from './revelationStart.ts';

/**
 * How large a recording may become: what is loaded now and not left out. Asks for the list of classes alone; `previewSubgraph` reads
 * all their files to tell what of them the roots reach.
 * @param placesOf packages, see packagePlacesIn: asked where it may become large
 * @throws SluiceError 'usage'
 */
export async function recordingExtent(
  agent: Pick<TargetAgent, 'listClasses'>,
  request: RecordingRequest,
  placesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<RecordingExtent> {
  const listed = await agent.listClasses();
  const { filter } = chosenClasses(request, listed);
  const names = listed.classes
    .filter(({ name, module, flags }) => {
      const isBare = (flags & CLASS_FLAG.hidden) === 0 && (flags & CLASS_FLAG.modifiable) !== 0;
      return isBare && !filter.isLeftOutClass({ name, module, isCore: (flags & CLASS_FLAG.core) !== 0 });
    })
    .map(({ name }) => name);
  const extent = extentOf(names);
  if (!isLarge(extent)) return extent;
  const places = await placesOf();
  return extentOf(names, (packageName) => places.get(packageName));
}
