import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Silences } from './watcher.ts';

/** Checks the health of addresses until it is stopped. */
export interface Watch {
  /** Longest silence by address since the last call, in milliseconds. */
  silences: () => Promise<Silences>;
  stop: () => void;
}

export function startWatch(origins: readonly string[]): Watch {
  const child = fork(join(import.meta.dirname, 'watcher.ts'), [...origins]);
  return {
    silences: async () => {
      child.send('tell');
      const [silences] = await once(child, 'message');
      return silences as Silences;
    },
    stop: () => child.kill(),
  };
}
