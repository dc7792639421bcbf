import { MADE_KIND, type MadeKind } from '../events/madeWord.ts';

/** What words say of a thing that is made. @param descriptor of its class, or array */
export function kindOfMade(descriptor: string): MadeKind {
  if (!descriptor.startsWith('[')) return MADE_KIND.object;
  switch (descriptor.charAt(1)) {
    case 'Z':
    case 'B':
      return MADE_KIND.bytes1;
    case 'C':
    case 'S':
      return MADE_KIND.bytes2;
    case 'I':
    case 'F':
      return MADE_KIND.bytes4;
    case 'J':
    case 'D':
      return MADE_KIND.bytes8;
    default:
      return MADE_KIND.references;
  }
}
