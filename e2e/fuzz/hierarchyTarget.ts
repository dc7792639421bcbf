import { BugError } from '../../shared/base/errors.ts';
import type { ClassId, LoaderId } from '../../shared/base/ids.ts';
import { ClassHierarchy } from '../../shared/callgraph/classHierarchy.ts';
import type { TypeNode } from '../../shared/callgraph/callGraphNodes.ts';
import { decodeMessage, encodeMessage } from '../../shared/wire/controlCodec.ts';
import { PACKETS, type LoadedClass } from '../../shared/wire/controlMessage.ts';
import { LENGTH_BYTES, MIN_PACKET_LENGTH } from '../../shared/wire/frameSplitter.ts';

/** So that the slow way of the oracle stays quick; the bounds of many have tests of their own. */
const MOST_CLASSES = 60;

/** The fields of CLASSES packets: a line from top to bottom, upside down, a diamond, a circle, and two of one name. */
export function hierarchySeeds(): readonly Uint8Array[] {
  return [
    [[], [1], [2], [3]],
    [[2], [3], [4], []],
    [[], [1], [1], [2, 3], [4, 1]],
    [[2], [3], [1], [3]],
  ].map((supers) => {
    const classes = supers.map(([superId = 0, ...interfaceIds], i): LoadedClass => ({
      ...{ classId: (i + 1) as ClassId, loaderId: 1 as LoaderId, flags: 1 },
      ...{
        name: `K${i % 4}`,
        module: '',
        superId: superId as ClassId,
        interfaceIds: interfaceIds as ClassId[],
      },
    }));
    const packet = encodeMessage(1, { kind: 'classes', loaders: [], classes, corePackages: [] });
    return packet.slice(LENGTH_BYTES + MIN_PACKET_LENGTH);
  });
}

/** Classes come one after the other, and after each all answers are those of the slow way, whatever was remembered before. */
export function decodeHierarchy(fields: Uint8Array): void {
  const message = decodeMessage(PACKETS.classes.number, fields);
  if (message.kind !== 'classes') return;
  const listed = message.classes.slice(0, MOST_CLASSES);
  const names = new Map<number, string>(listed.map(({ classId, name }) => [classId, name]));
  const hierarchy = new ClassHierarchy(() => false);
  for (const { classId, loaderId, name, module, superId, interfaceIds } of listed) {
    hierarchy.addClass({
      ...{ classId, loaderId, name, module, isInterface: false, isInitialized: true },
      superNames: [superId, ...interfaceIds].map((id) => names.get(id)).filter((text) => text !== undefined),
      ...{ isLeftOut: false, isOpaque: false, isCore: false },
    });
    for (const type of hierarchy.types) check(hierarchy, type);
  }
}

function check(hierarchy: ClassHierarchy, type: TypeNode): void {
  const above = closure(type, ({ directSupers }) => directSupers);
  const below = closure(type, ({ directSubs }) => directSubs);
  if (!isSame(hierarchy.ancestors(type), above)) throw new BugError(`supertypes of ${type.name} are wrong`);
  if (!isSame(hierarchy.descendants(type), below)) throw new BugError(`subtypes of ${type.name} are wrong`);
  for (const one of above)
    if (!hierarchy.isSubtype(type, one)) throw new BugError(`${type.name} is no subtype of ${one.name}`);
}

function closure(type: TypeNode, next: (type: TypeNode) => readonly TypeNode[]): ReadonlySet<TypeNode> {
  const found = new Set<TypeNode>();
  const add = (one: TypeNode): void => {
    if (found.has(one)) return;
    found.add(one);
    next(one).forEach(add);
  };
  next(type).forEach(add);
  found.delete(type);
  return found;
}

function isSame(a: ReadonlySet<TypeNode>, b: ReadonlySet<TypeNode>): boolean {
  return a.size === b.size && [...a].every((type) => b.has(type));
}
