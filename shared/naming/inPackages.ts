import { packageName } from './methodNames.ts';

/**
 * Whether a class is in one of the packages, or below it
 *
 *     com.acme    com.acme.Shop, com.acme.web.Page    not com.acmeshop.Shop
 *     ""          Main, which is in no package        not com.acme.Shop
 *
 * @returns of a name as Class.getName(); of a hidden method's, "", and of native code it is in none
 */
export function packagesTest(packages: readonly string[]): (className: string) => boolean {
  const starts = packages.filter((name) => name !== '').map((name) => `${name}.`);
  const hasUnnamed = packages.includes('');
  return (className) =>
    starts.some((start) => className.startsWith(start)) ||
    (hasUnnamed && className !== '' && packageName(className) === '');
}

/** For the reader: the first ones, and how many more there are. */
export function packagesText(packages: readonly string[], most = 3): string {
  const names = packages.slice(0, most).map((name) => name || 'the unnamed package');
  const more = packages.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
