import { similarNames } from './rootSelection.ts';

/**
 * The names that a typed one means, of those there are: of the first of these ways in which any does, all that do so, the
 * shortest first. Capitals count in none but the first two where a dot and a `$` are one: Outer.Inner is Outer$Inner.
 *
 *     itself          com.acme.Shop
 *     its end         Shop, acme.Shop, Cart of com.acme.Shop$Cart
 *     a beginning     JspServ of a simple name, or serv of a method's
 *     a part          internal.comp, ervle
 *     a slip          Shopp
 */
export function matchingNames(typed: string, names: readonly string[]): readonly string[] {
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
  return similarNames(typed, names);
}
