import { unreachable } from './read-answer.ts';

/** Said where the server has another version of the console by now, and this one cannot go on. */
export const newVersion =
  'The console was updated while it was open here. Reload the page to go on with the new version.';

/** The code of a page or of a part of one could not be fetched. */
export class MissingCodeError extends Error {
  /** True where the server no longer has it, because of an upgrade; trying again cannot help then. */
  readonly isGone: boolean;

  constructor(isGone: boolean, cause: unknown) {
    super(isGone ? newVersion : unreachable, { cause });
    this.name = 'MissingCodeError';
    this.isGone = isGone;
  }
}

/** Fetches code by a dynamic import; throws a {@link MissingCodeError} where that fails. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCodeError(await isGone(cause), cause);
  }
}

/** Names of files change with what is in them: a file that is no longer there is one of an older version. */
async function isGone(cause: unknown): Promise<boolean> {
  // Most browsers name the file; of the others this code's own file is asked for, which an upgrade mostly replaces, too.
  const address = /https?:\/\/\S+/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? import.meta.url;
  try {
    const { status } = await window.fetch(address, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}
