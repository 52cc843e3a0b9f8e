import type { Stylesheet, StylesheetLease } from './isolation/stylesheet.ts';
import { limits } from './limits.ts';
import type { StartConsole } from './start-console.tsx';
import { within } from './within.ts';

interface LoaderDependencies {
  loadConsole: (nonce?: string) => Promise<StartConsole>;
  stylesheet: Stylesheet;
}

/** Loads the console and its stylesheet, which one mount holds until it is released. */
export function createConsoleLoader({ loadConsole, stylesheet }: LoaderDependencies, nonce: string | undefined) {
  let hold: StylesheetLease | null = null;
  return {
    /** Resolves to null if `leaves` resolves first. */
    load: async (leaves: Promise<null>): Promise<StartConsole | null> => {
      const before = hold;
      hold = stylesheet.hold(nonce);
      before?.release();
      try {
        const loading = Promise.all([loadConsole(nonce), hold.ready]);
        const loaded = await within(
          Promise.race([loading, leaves]),
          limits.load,
          'Loading the console takes too long.',
        );
        return loaded?.[0] ?? null;
      } catch (error) {
        // A retry must not wait for the same request.
        hold.release();
        hold = null;
        throw error;
      }
    },
    release: () => hold?.release(),
  };
}
