import { createContext, useContext } from 'react';
import { ensure } from '../../../shared/base/assert.ts';
import type { AppState } from '../appState.ts';
import { useAtom, type Atom } from '../atom.ts';
import type { SettingKind } from '../settings.ts';
import type { SluiceApp } from './sluiceApp.ts';

const AppContext = createContext<SluiceApp | null>(null);

export const AppProvider = AppContext.Provider;

export function useApp(): SluiceApp {
  return ensure(useContext(AppContext), 'AppProvider');
}

/** The selected part of the application state. */
export function useAppState<S>(select: (state: AppState) => S): S {
  return useAtom(useApp().state, select);
}

/** A setting and its atom, by which it is changed. */
export function useSetting<T>(kind: SettingKind<T>): readonly [value: T, setting: Atom<T>] {
  const setting = useApp().settings.of(kind);
  return [useAtom(setting), setting];
}
