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
  /** Undoes `stop`, for the scheme that the props have by then. */
  resume: () => void;
}

/** Starts applying the scheme, and following the operating system while it is `system`. */
export function startColorScheme(store: Store, props: ConsoleProps): ColorSchemeControl {
  let isHostOwned = false;
  let unsubscribe = () => {};
  const setByHost = (choice: ColorScheme | undefined) => {
    isHostOwned = choice !== undefined;
    store.set(choiceAtom, choice ?? storedChoice());
  };

  const media = window.matchMedia?.('(prefers-color-scheme: dark)');
  const follow = () => store.set(systemIsDarkAtom, media?.matches ?? false);
  const paint = () => {
    const scheme = store.get(schemeAtom);
    for (const element of [props.root, props.overlay]) element.setAttribute('data-mantine-color-scheme', scheme);
  };
  const start = () => {
    setByHost(props.colorScheme);
    follow();
    media?.addEventListener('change', follow);
    paint();
    unsubscribe = store.sub(schemeAtom, paint);
  };
  start();

  return {
    choose: (choice) => {
      if (!isHostOwned) {
        store.set(choiceAtom, choice);
        writeStored(storageKey, choice);
      }
      props.onEvent({ type: 'scheme', colorScheme: choice });
    },
    setByHost,
    stop: () => {
      media?.removeEventListener('change', follow);
      unsubscribe();
    },
    resume: start,
  };
}

function storedChoice(): ColorScheme {
  const stored = readStored(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
