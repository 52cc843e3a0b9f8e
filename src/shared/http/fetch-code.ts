import { unreachable } from './read-answer.ts';

const sentences = {
  unreachable,
  /** The server has been upgraded, and no longer has the file. */
  gone: 'The console was updated while it was open here. Reload the page to go on with the new version.',
  /** The browser does not load a module again that has once failed. */
  failedBefore: 'A part of the console could not be loaded. Reload the page to go on.',
};

/** How long the server is asked whether it has a file, in milliseconds. */
const askLimit = 5000;

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
    const { status, isNamed } = await askFor(cause);
    // File names contain content hashes: a missing file belongs to an older version.
    const isGone = status === 404 || status === 410;
    const isRemembered = status === 200 && isNamed && isOfModule(cause);
    throw new MissingCodeError(isGone ? 'gone' : isRemembered ? 'failedBefore' : 'unreachable', cause);
  }
}

/** Browsers reject the import of a module with a `TypeError`; scripts and styles, which are loaded again, fail with others. */
const isOfModule = (cause: unknown) => cause instanceof TypeError;

/** Asks for the file that could not be loaded: the status of the answer, if there is one, and whether the error names the file. */
async function askFor(cause: unknown): Promise<{ status: number | undefined; isNamed: boolean }> {
  const named = /https?:\/\/\S+/.exec(cause instanceof Error ? cause.message : '')?.[0];
  // Most browsers name the file in the error; for others this module's own file is checked, which most upgrades replace
  // too.
  const asked = window.fetch(named ?? import.meta.url, {
    method: 'HEAD',
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(askLimit),
  });
  const status = await asked.then(
    (answer) => answer.status,
    () => undefined,
  );
  return { status, isNamed: named !== undefined };
}
