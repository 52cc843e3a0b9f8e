import { atom, type createStore } from 'jotai';
import { fetchCode } from '../shared/http/fetch-code.ts';
import type { ThemeTokens } from './context/host-api.ts';
import type { HostTheme } from './host-theme.ts';

/** Null for the console's own theme. */
export const hostThemeAtom = atom<HostTheme | null>(null);

/** Returns a function that applies a host's tokens; its code is loaded only if there are any. The last call counts. */
export function createThemeSetter(store: ReturnType<typeof createStore>, onFailed: (error: unknown) => void) {
  let calls = 0;
  return async (tokens: ThemeTokens | undefined): Promise<void> => {
    const call = ++calls;
    try {
      const theme = tokens && (await fetchCode(() => import('./host-theme.ts'))).hostTheme(tokens);
      if (call === calls) store.set(hostThemeAtom, theme ?? null);
    } catch (error) {
      onFailed(error);
    }
  };
}
