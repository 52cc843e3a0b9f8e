import { createContext, useContext } from 'react';
import type { ColorSchemeControl } from './color-scheme.ts';
import type { ConsoleProps } from './console-props.ts';
import type { OnScreen } from './on-screen.ts';
import type { OnlyPages } from './only-pages.ts';

/** What only the layout needs from its console. */
export interface AppContextValue {
  props: ConsoleProps;
  scheme: ColorSchemeControl;
  noteScreen: OnScreen['note'];
  onlyPages: OnlyPages;
}

export const AppContext = createContext<AppContextValue | null>(null);

/** The console that this part of the layout belongs to. */
export function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('useApp must be called inside a console');
  return value;
}
