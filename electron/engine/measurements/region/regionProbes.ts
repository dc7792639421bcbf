import { SluiceError } from '../../../../shared/base/errors.ts';
import type { RegionId } from '../../../../shared/base/ids.ts';
import { readDisarmed } from '../../../../shared/bytecode/disarmProbes.ts';
import { refusalText } from '../../../../shared/bytecode/rewriteRefusal.ts';
import { rewriteRegions } from '../../../../shared/bytecode/rewriteRegions.ts';
import type { MethodPattern } from '../../../../shared/callgraph/methodPattern.ts';
import { methodPatternOf } from '../../../../shared/classfile/descriptors.ts';
import { regionMethodOf } from '../../../../shared/instrument/regionSelection.ts';
import type { RegionRequest } from '../../../../shared/ipc/engineApi.ts';

/** Internal name of the class whose enter and leave the probes call. */
const REGION_CLASS = 'java/lang/SluiceRegion';

/**
 * A class file with the probes of a region.
 * @returns also the pattern that names exactly the method that is timed
 * @throws SluiceError 'usage' | 'root-not-found' | 'not-instrumentable'
 */
export function withRegionProbes(
  classFile: Uint8Array,
  pattern: MethodPattern,
  lines: RegionRequest['lines'],
  regionId: RegionId,
): { readonly bytes: Uint8Array; readonly method: string } {
  const model = readDisarmed(classFile);
  const { index, name, descriptor } = regionMethodOf(pattern, lines, model);
  const { bytes, refused } = rewriteRegions(model, new Map([[index, { regionId, lines }]]), REGION_CLASS);
  if (refused.length > 0) {
    throw new SluiceError('not-instrumentable', refusalText(model.name, name, descriptor, refused[0].reason));
  }
  return { bytes, method: methodPatternOf(model.name.replaceAll('/', '.'), name, descriptor) };
}
