import { unreachable } from './read-answer.ts';

/** Shown when the server has been upgraded and this version of the console cannot continue. */
export const newVersion =
  'The console was updated while it was open here. Reload the page to go on with the new version.';

/** The code of a page or component could not be loaded. */
export class MissingCodeError extends Error {
  /** True if the server no longer has the file, because of an upgrade; then a retry cannot help. */
  readonly isGone: boolean;

  constructor(isGone: boolean, cause: unknown) {
    super(isGone ? newVersion : unreachable, { cause });
    this.name = 'MissingCodeError';
    this.isGone = isGone;
  }
}

/** Loads code with a dynamic import; throws a {@link MissingCodeError} on failure. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCodeError(await isGone(cause), cause);
  }
}

/** File names contain content hashes: a missing file belongs to an older version. */
async function isGone(cause: unknown): Promise<boolean> {
  // Most browsers name the file in the error; for others this module's own file is checked, which most upgrades replace
  // too.
  const address = /https?:\/\/\S+/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? import.meta.url;
  try {
    const { status } = await window.fetch(address, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}
