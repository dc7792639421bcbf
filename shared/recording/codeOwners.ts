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
  /** It answers requests from outside, as its class or its arguments say: of a controller, a resource, a servlet. */
  readonly isHandler: (methodId: number) => boolean;
}

/** By what frameworks of the web call such classes: Spring, Jakarta REST, servlets, web sockets. */
const HANDLER_CLASS = /(Controller|Resource|Servlet|Endpoint)$/;
/** Where nobody knows which code is the program's own: frameworks have servlets and resources themselves. */
const CONTROLLER_CLASS = /Controller$/;
/** Of a servlet, javax or jakarta, and of a handler of the JDK's own server. */
const REQUEST_ARGUMENT = /\/servlet\/http\/HttpServletRequest;|Lcom\/sun\/net\/httpserver\/HttpExchange;/;

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
    isHandler: (methodId) => {
      const { className, name, descriptor } = methods.get(methodId);
      if (name.startsWith('<')) return false;
      if (ownPackages.length === 0) return CONTROLLER_CLASS.test(className);
      return isOwnName(className) && (HANDLER_CLASS.test(className) || REQUEST_ARGUMENT.test(descriptor));
    },
  };
}
