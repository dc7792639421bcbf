import { similarNames } from '../base/similarNames.ts';

/**
 * The names that a typed one means, of those there are: of the first of these ways in which any does, all that do so, the
 * shortest first. Capitals count in the first two ways only; a dot stands for the `$` of a nested class as well.
 *
 *     itself          com.acme.Shop
 *     its end         Shop, acme.Shop, Cart of com.acme.Shop$Cart
 *     a beginning     JspServ of a simple name, or serv of a method's
 *     a part          internal.comp, ervle
 *     a slip          Shopp
 */
export function matchingNames(typed: string, names: readonly string[]): readonly string[] {
  const found = containingNames(typed, names);
  return found.length > 0 || typed === '' ? found : similarNames(typed, names);
}

/** The same without slips: all that was typed is in the names. */
export function containingNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.replaceAll('$', '.');
  if (wanted === '') return [];
  const small = wanted.toLowerCase();
  const ways: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.endsWith(`.${wanted}`),
    (name) => `.${name.toLowerCase()}`.endsWith(`.${small}`),
    (name) => `.${name.toLowerCase()}`.includes(`.${small}`),
    (name) => name.toLowerCase().includes(small),
  ];
  for (const fits of ways) {
    const found = names.filter((name) => fits(name.replaceAll('$', '.')));
    if (found.length > 0) return found.sort((x, y) => x.length - y.length || (x < y ? -1 : 1));
  }
  return [];
}
