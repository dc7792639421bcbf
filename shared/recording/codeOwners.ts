import { packagesTest } from '../naming/inPackages.ts';
import { isJdkName } from '../naming/jdkPackages.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { isNativeOwner } from '../naming/nativeCode.ts';
import type { RecordedTarget } from './snapshot.ts';

/** Of a method by its number. */
export interface CodeOwners {
  /** It is the JDK's, or no Java. */
  readonly isCore: (methodId: number) => boolean;
  /** It is the program's own, and no library's; nothing is where that is not known. */
  readonly isOwn: (methodId: number) => boolean;
}

/** Whose code methods of a recording are, by their names. */
export function codeOwnersOf(
  { ownPackages = [] }: Pick<RecordedTarget, 'ownPackages'>,
  methods: Pick<MethodTable, 'get'>,
): CodeOwners {
  const isOwnName = packagesTest(ownPackages);
  const nameOf = (methodId: number): string => methods.get(methodId).className;
  return {
    isCore: (methodId) => isJdkName(nameOf(methodId)) || isNativeOwner(nameOf(methodId)),
    isOwn: (methodId) => isOwnName(nameOf(methodId)),
  };
}
