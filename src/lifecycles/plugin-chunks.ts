import { type Chunk, type Chunks, chunksKey, createChunkRegistry, type Exports } from '../chunks/chunk-registry.ts';
import { addScript, ScriptError, trustedScriptUrl } from '../chunks/scripts.ts';

/** Defined by the build (build/plugin.ts): the modules that the host provides. */
declare const __QM_EXTERNALS__: string[];

interface ChunkHashes {
  /** Files and hashes of the chunks that show lists and forms, and of the one with all others, which would triple the size of the entry. */
  early: string;
  /** The file of the chunk with the hashes of all others. */
  others: string;
}

/** Loads the plugin's chunks, which are next to the module in `chunks/`. */
export function createPluginChunks(moduleUrl: string, { early, others }: ChunkHashes) {
  const folder = new URL('chunks/', moduleUrl).href;
  // Simulated pages have the files on disk, and load no scripts.
  let areModules = !folder.startsWith('http');
  let nonce: string | undefined;

  const hashes = new Map(early.split(',').map((line) => line.split(' ') as [string, string]));
  const hashOf = async (file: string): Promise<string | undefined> => {
    if (!hashes.has(file)) for (const [other, hash] of await otherHashes()) hashes.set(other, hash);
    return hashes.get(file);
  };
  const otherHashes = async () => Object.entries((await load(others)) as Record<string, string>);

  const request = async (file: string): Promise<void> => {
    const url = folder + file;
    if (!areModules) {
      const integrity = await hashOf(file);
      if (integrity === undefined) throw new ScriptError(url);
      const refusal = watchPolicy(url);
      try {
        return await addScript(document, url, { integrity, nonce });
      } catch (error) {
        // Trusted Types refuse a script by another error.
        if (error instanceof ScriptError && !refusal.isReported()) throw error;
        areModules = true;
      } finally {
        refusal.stop();
      }
    }
    await import(/* @vite-ignore */ url);
  };

  const modules = new Map<string, Exports>();
  const importModule = async (name: string) => {
    if (!modules.has(name)) modules.set(name, { ...(await import(/* @vite-ignore */ name)), __esModule: true });
  };
  const prepare = () => Promise.all(__QM_EXTERNALS__.map(importModule));

  const load = createChunkRegistry({ folder, chunks: chunksOfPage(), request, prepare, modules, trustedScriptUrl });
  return {
    load,
    /** Sets the nonce of the scripts that are loaded from now on. */
    setNonce: (value: string | undefined) => {
      nonce = value ?? nonce;
    },
  };
}

/** The defined chunks of all plugins of a page: those of other versions have other names. */
function chunksOfPage(): Chunks {
  const page = globalThis as typeof globalThis & { [chunksKey]?: Map<string, Chunk> };
  page[chunksKey] ??= new Map();
  return page[chunksKey];
}

/** Notes whether the page's content security policy refuses an address. */
function watchPolicy(url: string) {
  let isReported = false;
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isReported ||= blockedURI === url;
  };
  document.addEventListener('securitypolicyviolation', note);
  return {
    isReported: () => isReported,
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}
