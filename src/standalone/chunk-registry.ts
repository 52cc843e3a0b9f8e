type Exports = Record<string, unknown>;

/** A chunk's code with what it uses in place of the syntax of modules. */
type Factory = (
  require: (name: string) => Exports,
  exports: Exports,
  load: (name: string) => Promise<Exports>,
  meta: { url: string },
) => void;

interface Chunk {
  /** The addresses of the chunks that it imports. */
  imports: string[];
  factory: Factory;
  exports: Exports | null;
  failure: { error: unknown } | null;
}

/** Adds a chunk; names are relative to the script that calls it. */
export type DefineChunk = (name: string, imports: string[], factory: Factory) => void;

/** Marks scripts of the document whose chunk is evaluated once they have run; others wait until one of their chunks is imported. */
const runs = 'data-runs';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** The script or the styles of a chunk could not be loaded. */
class ScriptError extends Error {
  constructor(url: string) {
    super(`Failed to load ${url}`);
    this.name = 'ScriptError';
  }
}

/**
 * Loads and evaluates the stand-alone console's chunks, which the build wraps into classic scripts (`build/classic-scripts.ts`). As with
 * modules, a chunk is evaluated once, after those that it imports. Unlike modules, scripts and styles that could not be loaded are requested
 * again by the next `import()`.
 */
export function createChunkRegistry(document: Document): DefineChunk {
  const chunks = new Map<string, Chunk>();
  const requests = new Map<string, Promise<void>>();

  const evaluate = (url: string): Exports => {
    const chunk = chunks.get(url);
    if (!chunk) throw new ScriptError(url);
    if (chunk.failure) throw chunk.failure.error;
    if (chunk.exports) return chunk.exports;
    chunk.exports = {};
    const resolve = (name: string) => new URL(name, url).href;
    const importChunk = (name: string) => load(resolve(name));
    try {
      chunk.factory((name) => evaluate(resolve(name)), chunk.exports, importChunk, { url });
    } catch (error) {
      chunk.failure = { error };
      throw error;
    }
    return chunk.exports;
  };

  const load = async (url: string): Promise<Exports> => {
    await Promise.all([whenDefined(url, new Set()), ...[...failedStyles.keys()].map(requestStyles)]);
    return evaluate(url);
  };

  /** Resolves once a chunk and all that it imports are defined. */
  const whenDefined = async (url: string, seen: Set<string>): Promise<void> => {
    if (seen.has(url)) return;
    seen.add(url);
    if (!chunks.has(url)) await request(url);
    const chunk = chunks.get(url);
    if (!chunk) throw new ScriptError(url);
    await Promise.all(chunk.imports.map((imported) => whenDefined(imported, seen)));
  };

  const request = (url: string): Promise<void> => {
    const requested = requests.get(url) ?? addScript(document, url).finally(() => requests.delete(url));
    requests.set(url, requested);
    return requested;
  };

  // The document's own scripts are removed once they have run, too.
  for (const script of document.scripts) whenLoaded(script).catch(() => undefined);

  // Vite's code adds the styles of chunks, and does not request failed ones again. A chunk does not wait for styles that fail again, as they may
  // be another chunk's.
  const failedStyles = new Map<string, Promise<void> | null>();
  const folder = new URL('.', addressOf(document)).href;
  const noteFailed = ({ target }: Event) => {
    const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
    if (!isStyle || !target.href.startsWith(folder)) return;
    failedStyles.set(target.href, null);
    target.remove();
  };
  document.addEventListener('error', noteFailed, true);
  const requestStyles = (href: string): Promise<void> => {
    const requested = failedStyles.get(href) ?? addStyles(document, href).catch(() => undefined);
    failedStyles.set(href, requested);
    return requested;
  };

  return (name, imports, factory) => {
    const base = addressOf(document);
    const resolve = (file: string) => new URL(file, base).href;
    const url = resolve(name);
    chunks.set(url, { imports: imports.map(resolve), factory, exports: null, failure: null });
    if (url === base && document.currentScript?.hasAttribute(runs)) void load(url);
  };
}

/** The address of the script that is running. */
const addressOf = ({ currentScript, baseURI }: Document): string =>
  currentScript instanceof HTMLScriptElement ? currentScript.src : baseURI;

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Adds the script of a chunk, unless it is still in the document, as it has not run yet; resolves when it has run. */
async function addScript(document: Document, url: string): Promise<void> {
  const listed = [...document.scripts].find(({ src }) => src === url);
  try {
    await whenLoaded(listed ?? appendScript(document, url));
  } catch {
    // If the link that preloads it has failed, Chromium fails the first script of that address without a request.
    await whenLoaded(appendScript(document, url));
  }
}

function appendScript(document: Document, url: string): HTMLScriptElement {
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('quartermaster-chunks', { createScriptURL: (text) => text });
  const script = document.createElement('script');
  script.crossOrigin = '';
  script.src = policy?.createScriptURL(url) ?? url;
  document.head.append(script);
  return script;
}

function addStyles(document: Document, href: string): Promise<void> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
  document.head.append(link);
  return whenLoaded(link);
}

/** Resolves when a script has run or styles apply; rejects with a {@link ScriptError} if they fail. Only applied styles stay in the document. */
const whenLoaded = (element: HTMLScriptElement | HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => {
      if (element instanceof HTMLScriptElement) element.remove();
      resolve();
    });
    element.addEventListener('error', () => {
      element.remove();
      reject(new ScriptError('src' in element ? element.src : element.href));
    });
  });
