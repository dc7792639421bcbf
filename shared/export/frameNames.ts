import { OTHER_METHOD } from '../base/ids.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { parameterTypes } from '../naming/methodNames.ts';
import { isNativeOwner, nativeName } from '../naming/nativeCode.ts';
import { visibleText } from '../naming/visibleText.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { SMALLER_ROWS } from './exportedRecording.ts';
import { DEEPER } from './threadRows.ts';

/** As other tools write methods: com.acme.Shop.order(int,java.lang.String), com.acme.Shop.<init>(). */
export function frameName({ className, name, descriptor }: Omit<MethodInfo, 'id' | 'root'>): string {
  if (isNativeOwner(className)) return visibleText(nativeName({ className, name }));
  return visibleText(`${className}.${name}(${parameterTypes(descriptor).join(',')})`);
}

/** Frame names by MethodId or DEEPER, each made once. @param nameOf of a method */
export function frameNamer(
  methods: MethodTable,
  nameOf: typeof frameName = frameName,
): (id: number) => string {
  const names = new Map<number, string>([
    [DEEPER, '[deeper levels]'],
    [OTHER_METHOD, SMALLER_ROWS],
  ]);
  return (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const made = nameOf(methods.get(id));
    names.set(id, made);
    return made;
  };
}
