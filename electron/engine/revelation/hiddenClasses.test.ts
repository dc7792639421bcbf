import { expect, it } from 'vitest';
import { isOfProgram } from './hiddenClasses.ts';

it('hidden classes that the JDK has made in a package of the program are not told of as its own', () => {
  const names = [
    'app.Rule/0x00007f01',
    'app.Main$$Lambda/0x00007f02', // LambdaMetafactory
    'app.Main$$TypeSwitch/0x00007f03', // SwitchBootstraps
    'app.Main$$StringConcat/0x00007f04', // StringConcatFactory
    'app.Main$$InjectedInvoker/0x00007f05', // MethodHandleImpl, for what asks who calls it
  ];
  expect(names.filter((name) => isOfProgram(name, false))).toEqual(['app.Rule/0x00007f01']);
  expect(isOfProgram('java.lang.invoke.LambdaForm$MH/0x00007f06', true)).toBe(false);
});
