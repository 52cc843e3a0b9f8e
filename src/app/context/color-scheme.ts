import { atom, type createStore } from 'jotai';
import { readStored, writeStored } from '../../shared/storage/storage.ts';
import type { ConsoleProps } from './console-props.ts';
import type { ColorScheme } from './host-api.ts';

type Store = ReturnType<typeof createStore>;

const storageKey = 'color-scheme';
const choiceAtom = atom<ColorScheme>('system');
const systemIsDarkAtom = atom(false);

/** The chosen scheme, for the toggle. */
export const schemeChoiceAtom = atom((get) => get(choiceAtom));

/** The resolved scheme. */
export const schemeAtom = atom<'light' | 'dark'>((get) => {
  const choice = get(choiceAtom);
  if (choice === 'system') return get(systemIsDarkAtom) ? 'dark' : 'light';
  return choice;
});

/** The color scheme of one console: chosen by its host or else by the user, applied only to its own two elements. */
export interface ColorSchemeControl {
  /** Called by the toggle; if the host owns the scheme, only emits an event. */
  choose: (choice: ColorScheme) => void;
  /** Called when the host changes the scheme. */
  setByHost: (choice: ColorScheme | undefined) => void;
  stop: () => void;
}

/** Starts applying the scheme, and following the operating system while it is `system`. */
export function startColorScheme(store: Store, props: ConsoleProps): ColorSchemeControl {
  let isHostOwned = props.colorScheme !== undefined;
  store.set(choiceAtom, props.colorScheme ?? storedChoice());

  const media = window.matchMedia?.('(prefers-color-scheme: dark)');
  const follow = () => store.set(systemIsDarkAtom, media?.matches ?? false);
  follow();
  media?.addEventListener('change', follow);

  const paint = () => {
    const scheme = store.get(schemeAtom);
    for (const element of [props.root, props.overlay]) element.setAttribute('data-mantine-color-scheme', scheme);
  };
  paint();
  const unsubscribe = store.sub(schemeAtom, paint);

  return {
    choose: (choice) => {
      if (!isHostOwned) {
        store.set(choiceAtom, choice);
        writeStored(storageKey, choice);
      }
      props.onEvent({ type: 'scheme', colorScheme: choice });
    },
    setByHost: (choice) => {
      isHostOwned = choice !== undefined;
      store.set(choiceAtom, choice ?? storedChoice());
    },
    stop: () => {
      media?.removeEventListener('change', follow);
      unsubscribe();
    },
  };
}

function storedChoice(): ColorScheme {
  const stored = readStored(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
