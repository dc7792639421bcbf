import { atom, type Atom } from './atom.ts';

/** Of a Storage, what settings need. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** One thing the window remembers: declared where it is used, as a constant. */
export interface SettingKind<T> {
  /** Stored as `sluice.NAME`; names are unique in the window. */
  readonly name: string;
  /** Where an earlier release stored it: read where nothing is stored under the name. */
  readonly formerName?: string;
  /** Of the stored form: what another version stored is forgotten. */
  readonly version: number;
  /** Without a stored value. */
  readonly initial: T;
  /** Checks what was stored, which anybody may have written. @returns null when it is none: `initial` holds then */
  read(stored: unknown): T | null;
}

/**
 * What the user has chosen and finds again next time: an atom for each kind, kept in localStorage. What cannot be stored
 * (no room, a private window) holds until the page is closed. Other tabs see a change when they are loaded anew.
 */
export class Settings {
  readonly #storage: SettingsStorage | null;
  readonly #atoms = new Map<string, Atom<unknown>>();

  /** @param storage null: nothing is remembered */
  constructor(storage: SettingsStorage | null) {
    this.#storage = storage;
  }

  /** The same atom at each call. */
  of<T>(kind: SettingKind<T>): Atom<T> {
    const known = this.#atoms.get(kind.name);
    if (known) return known as Atom<T>;
    const former = kind.formerName === undefined ? null : { ...kind, name: kind.formerName };
    const setting = atom(this.#stored(kind) ?? (former && this.#stored(former)) ?? kind.initial);
    setting.subscribe(() => this.#store(kind, setting.get()));
    this.#atoms.set(kind.name, setting);
    return setting;
  }

  #stored<T>({ name, version, read }: SettingKind<T>): T | null {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(keyOf(name)) ?? 'null');
      return isStored(stored) && stored.version === version ? read(stored.value) : null;
    } catch {
      return null; // no JSON, or the browser keeps its storage to itself
    }
  }

  #store<T>({ name, version }: SettingKind<T>, value: T): void {
    try {
      this.#storage?.setItem(keyOf(name), JSON.stringify({ version, value }));
    } catch {
      // Full or forbidden: the choice holds until the page is closed.
    }
  }
}

function keyOf(name: string): string {
  return `sluice.${name}`;
}

function isStored(stored: unknown): stored is { readonly version: unknown; readonly value: unknown } {
  return typeof stored === 'object' && stored !== null && 'version' in stored && 'value' in stored;
}
