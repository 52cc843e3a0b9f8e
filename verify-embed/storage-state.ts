import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { UsageError } from './options.ts';

/** The cookies and storage of the signed-in user. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Reads a saved session. */
export function readStorageState(file: string): StorageState {
  let state: unknown;
  try {
    state = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The session in ${file} cannot be read: ${reason}`);
  }
  if (!isStorageState(state)) {
    throw new UsageError(
      `${file} has no session: it needs the lists "cookies" and "origins", as Playwright writes them.`,
    );
  }
  return state;
}

/** Replaces a saved session by the one that it has become. */
export function writeStorageState(file: string, state: StorageState): void {
  writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}

/** The session of a page; undefined if its browser does not return it. */
export const stateOf = (context: BrowserContext): Promise<StorageState | undefined> =>
  context.storageState({ indexedDB: true }).catch(() => undefined);

function isStorageState(state: unknown): state is StorageState {
  const { cookies, origins } = Object(state) as Record<string, unknown>;
  return Array.isArray(cookies) && Array.isArray(origins);
}
