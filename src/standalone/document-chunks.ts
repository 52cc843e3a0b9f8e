import { type Chunk, type Chunks, createChunkRegistry } from '../chunks/chunk-registry.ts';
import { addScript, trustedScriptUrl, whenLoaded } from '../chunks/scripts.ts';

/** Marks scripts of the document whose chunk is evaluated once they have run; others wait until one of their chunks is imported. */
const runs = 'data-runs';

/** The chunks of the stand-alone console. They are next to the script that calls this. */
export function createDocumentChunks(document: Document): Pick<Chunks, 'set'> {
  const chunks = new Map<string, Chunk>();
  const folder = new URL('.', currentScript(document)?.src ?? document.baseURI).href;

  /** Adds the script of a chunk, unless it is still in the document, as it has not run yet. */
  const request = async (file: string): Promise<void> => {
    const url = folder + file;
    const listed = [...document.scripts].find(({ src }) => src === url);
    try {
      await (listed ? whenLoaded(listed) : addScript(document, url));
    } catch {
      // If the link that preloads it has failed, Chromium fails the first script of that address without a request.
      await addScript(document, url);
    }
  };

  // The document's own scripts are removed once they have run, too.
  for (const script of document.scripts) whenLoaded(script).catch(() => undefined);

  const requestFailedStyles = watchStyles(document, folder);
  const load = createChunkRegistry({ folder, chunks, request, prepare: requestFailedStyles, trustedScriptUrl });
  return {
    set(file, chunk) {
      const added = chunks.set(file, chunk);
      const script = currentScript(document);
      if (script?.src === folder + file && script.hasAttribute(runs)) void load(file);
      return added;
    },
  };
}

function currentScript({ currentScript: script }: Document): HTMLScriptElement | null {
  return script instanceof HTMLScriptElement ? script : null;
}

/**
 * Vite's code adds the styles of chunks, and does not request failed ones again. The returned function does; it does not reject if they fail
 * again, as they may be another chunk's.
 */
function watchStyles(document: Document, folder: string): () => Promise<unknown> {
  const failedStyles = new Map<string, Promise<void> | null>();
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
  return () => Promise.all([...failedStyles.keys()].map(requestStyles));
}

function addStyles(document: Document, href: string): Promise<void> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
  document.head.append(link);
  return whenLoaded(link);
}
