import type { MethodRow } from '../../shared/ipc/engineApi.ts';

/** @param whyNot '' = it can be a root */
export function fakeMethodRow(className: string, name: string, whyNot: string): MethodRow {
  return {
    name,
    descriptor: '(ILjava/lang/String;)V',
    parameters: '(int, String)',
    returnType: 'void',
    flags: 1,
    pattern: `${className}::${name}(int,String)`,
    whyNot,
  };
}
