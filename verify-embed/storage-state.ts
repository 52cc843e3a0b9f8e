import { readFileSync, writeFileSync } from 'node:fs';
import { readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { BrowserContext } from 'playwright-core';
import { UsageError } from './options.ts';

/** The cookies and storage of the signed-in user. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Reads a saved session. */
export function readStorageState(file: string): StorageState {
  let state: unknown;
  try {
    state = JSON.parse(readUtf8(readFileSync(file)));
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

/** Writes the renewed session. */
export function writeStorageState(file: string, state: StorageState): void {
  writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}

/** The cookies of a page; nothing if its browser does not return them. */
export const cookiesOf = async (context: BrowserContext): Promise<Partial<StorageState>> => {
  const state = await context.storageState().catch(() => undefined);
  return state ? { cookies: state.cookies } : {};
};

function isStorageState(state: unknown): state is StorageState {
  const { cookies, origins } = Object(state) as Record<string, unknown>;
  return Array.isArray(cookies) && Array.isArray(origins);
}
