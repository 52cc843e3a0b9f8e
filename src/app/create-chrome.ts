import type { createStore } from 'jotai';
import { chromeAtom } from '../shared/services/chrome.ts';
import type { ConsoleProps } from './context/console-props.ts';
import type { OnlyPages } from './context/only-pages.ts';

/** Sets which parts surround the pages. Header and sidebar are there by default, unless the host limits the console to some pages. */
export function createChrome(
  store: ReturnType<typeof createStore>,
  onlyPages: OnlyPages,
  initial: ConsoleProps['chrome'],
) {
  let chrome = initial;
  const apply = () => {
    const isWhole = onlyPages.start() === undefined;
    const { header = isWhole, sidebar = isWhole } = chrome ?? {};
    store.set(chromeAtom, { header, sidebar });
  };
  apply();
  return {
    /** Applies changed props, also those that only change the default. */
    update: (changes: Pick<ConsoleProps, 'chrome'>) => {
      if ('chrome' in changes) chrome = changes.chrome;
      apply();
    },
  };
}
