import { unreachable } from './read-answer.ts';

const sentences = {
  unreachable,
  /** The server has been upgraded, and no longer has the file. */
  gone: 'The console was updated while it was open here. Reload the page to go on with the new version.',
  /** The browser does not load a file again that has once failed. */
  failedBefore: 'A part of the console could not be loaded. Reload the page to go on.',
};

/** The code of a page or component could not be loaded. */
export class MissingCodeError extends Error {
  /** True if a retry cannot help until the page is reloaded. */
  readonly needsReload: boolean;
  /** True if this version of the console is not on the server any more. */
  readonly isGone: boolean;

  constructor(reason: keyof typeof sentences, cause: unknown) {
    super(sentences[reason], { cause });
    this.name = 'MissingCodeError';
    this.needsReload = reason !== 'unreachable';
    this.isGone = reason === 'gone';
  }
}

/** Loads code with a dynamic import; throws a {@link MissingCodeError} on failure. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const status = await codeStatus(cause);
    // File names contain content hashes: a missing file belongs to an older version.
    const isGone = status === 404 || status === 410;
    throw new MissingCodeError(isGone ? 'gone' : status === 200 ? 'failedBefore' : 'unreachable', cause);
  }
}

/** The status of the answer for the file that could not be loaded; undefined without an answer. */
async function codeStatus(cause: unknown): Promise<number | undefined> {
  // Most browsers name the file in the error; for others this module's own file is checked, which most upgrades replace
  // too.
  const address = /https?:\/\/\S+/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? import.meta.url;
  const asked = window.fetch(address, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  return asked.then(
    ({ status }) => status,
    () => undefined,
  );
}
