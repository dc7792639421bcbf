import { describe, expect, test } from 'vitest';
import type { MethodId } from '../../shared/base/ids.ts';
import { MethodTable } from '../../shared/naming/methodTable.ts';
import type { MethodName, ViewPicture } from './cctProtocol.ts';
import { LONGEST_WAIT_MS, NamedPictures } from './namedPictures.ts';

const A = method(16, 'a');
const B = method(17, 'b');

function method(id: number, name: string) {
  return { id: id as MethodId, className: 'demo.Demo', name, descriptor: '()V', root: false };
}

/** A picture that tells methods for the first time, known or not. */
function picture(names: MethodTable, ...ids: readonly number[]): ViewPicture {
  const methods: MethodName[] = ids.map((id) => names.get(id));
  return {
    kind: 'picture',
    view: 'tree',
    picture: null,
    methods,
    selection: null,
  } as unknown as ViewPicture;
}

describe('a picture of a recording that runs', () => {
  test('waits for the names of its methods, and comes with them and those before', () => {
    const names = new MethodTable([A]);
    const pictures = new NamedPictures();
    expect(pictures.next(picture(names, A.id), names, 0)?.methods).toEqual([A]);
    expect(pictures.next(picture(names, B.id), names, 10)).toBeNull();
    expect(pictures.next(picture(names), names, 20)).toBeNull();
    names.add([B]);
    expect(pictures.next(null, names, 30)?.methods).toEqual([B]);
    expect(pictures.next(null, names, 40)).toBeNull();
  });

  test('comes without them when they do not come', () => {
    const names = new MethodTable();
    const pictures = new NamedPictures();
    expect(pictures.next(picture(names, A.id), names, 0)).toBeNull();
    expect(pictures.next(null, names, LONGEST_WAIT_MS - 1)).toBeNull();
    expect(pictures.next(null, names, LONGEST_WAIT_MS)?.methods).toEqual([names.get(A.id)]);
  });
});
