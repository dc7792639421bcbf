import { describe, expect, it } from 'vitest';
import { findJdks } from '../testing/compileJava.ts';
import { allJrtClasses } from '../testing/jrtClasses.ts';
import { isJdkName } from './jdkPackages.ts';

describe.each(findJdks())('packages of JDK $major', ({ home }) => {
  const names = allJrtClasses(home)
    .filter(({ path }) => path.includes('/'))
    .map(({ path }) => path.replace(/\.class$/, '').replaceAll('/', '.'));

  it('are all taken for the JDK’s', () => {
    expect(names.length).toBeGreaterThan(20_000);
    expect(names.filter((name) => !isJdkName(name))).toEqual([]);
  });
});

it('are not those of libraries that sound like the JDK', () => {
  const libraries = ['javax.inject.Inject', 'javax.servlet.Servlet', 'com.sun.jna.Native', 'javassist.Pool'];
  expect([...libraries, 'org.w3c.css.sac.Parser', 'sunny.Day'].filter(isJdkName)).toEqual([]);
});
