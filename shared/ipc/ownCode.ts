import { formatCountOf, SEPARATOR } from '../naming/formatNumbers.ts';
import type { OwnCode } from './engineApi.ts';

/** What `--only` takes to measure it. */
export function ownPatterns({ patterns, borders }: OwnCode): readonly string[] {
  return [...new Set([...patterns, ...borders.flatMap((border) => border.patterns)])];
}

/**
 * What was chosen, in a line:
 *
 *     only your code: com.acme.shop.** (BOOT-INF/classes of shop.jar)
 *     only your code and its borders: com.acme.shop.** (BOOT-INF/classes of shop.jar); JDBC: 21 methods of 4 classes
 */
export function ownCodeText({ patterns, places, borders }: OwnCode, withBorders: boolean): string {
  const own = `${patterns.join(', ')} (${places.join(', ')})`;
  if (!withBorders) return `only your code: ${own}`;
  const told = borders.map((border) => {
    const classes = new Set(border.patterns.map((pattern) => pattern.split('::')[0]));
    const methods = formatCountOf(border.patterns.length, 'method', 'methods', SEPARATOR);
    return `${border.name}: ${methods} of ${formatCountOf(classes.size, 'class', 'classes', SEPARATOR)}`;
  });
  return `only your code and its borders: ${own}; ${told.join(', ') || 'no loaded class has any'}`;
}
