import type { Atom } from '../state/atom.ts';
import type { Theme } from '../state/theme.ts';

/** Every colour follows color-scheme (theme/tokens.css), and that follows the system or the user's choice. */
export function followTheme(theme: Atom<Theme>): void {
  const follow = (): void => {
    const chosen = theme.get();
    document.documentElement.style.colorScheme = chosen === 'system' ? 'light dark' : chosen;
  };
  theme.subscribe(follow);
  follow();
}
