import { ScriptError } from './scripts.ts';

export type Exports = Record<string, unknown>;

/** A chunk's code with what it uses in place of the syntax of modules. */
export type Factory = (
  require: (path: string) => Exports,
  exports: Exports,
  load: (path: string) => Promise<Exports>,
  meta: { url: string; trustedScriptUrl: (url: string) => string },
) => void;

/** The files of the chunks that a chunk imports, and its code. */
export type Chunk = readonly [imports: readonly string[], factory: Factory];

/** Chunks by file, as their scripts define them (`build/classic-scripts.ts`). The names contain hashes of the code. */
export type Chunks = Pick<Map<string, Chunk>, 'get' | 'set'>;

/** Where the scripts of chunks find {@link Chunks}. */
export const chunksKey = Symbol.for('quartermaster.chunks');

interface Options {
  /** The address of the folder with the scripts. */
  folder: string;
  chunks: Pick<Chunks, 'get'>;
  /** Resolves once the script of a chunk has run. */
  request: (file: string) => Promise<void>;
  /** Called by each import; it waits for the result. */
  prepare: () => Promise<unknown>;
  /** Modules of the host, by specifier. */
  modules?: ReadonlyMap<string, Exports>;
  trustedScriptUrl: (url: string) => string;
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the `import()` of chunks that are classic scripts. As with modules, a chunk is evaluated once, after those that it imports. Unlike
 * modules, scripts that could not be loaded are requested again by the next `import()`.
 */
export function createChunkRegistry(options: Options): (path: string) => Promise<Exports> {
  const { folder, chunks, request, prepare, modules, trustedScriptUrl } = options;
  const evaluated = new Map<string, { exports: Exports; failure?: { error: unknown } }>();
  const requests = new Map<string, Promise<void>>();

  const evaluate = (file: string): Exports => {
    const before = evaluated.get(file);
    if (before?.failure) throw before.failure.error;
    if (before) return before.exports;
    const [, factory] = find(file);
    const exports: Exports = {};
    evaluated.set(file, { exports });
    try {
      factory(require, exports, load, { url: folder + file, trustedScriptUrl });
    } catch (error) {
      evaluated.set(file, { exports, failure: { error } });
      throw error;
    }
    return exports;
  };

  const find = (file: string): Chunk => {
    const chunk = chunks.get(file);
    if (!chunk) throw new ScriptError(folder + file);
    return chunk;
  };

  const require = (path: string): Exports => modules?.get(path) ?? evaluate(fileOf(path));

  const load = async (path: string): Promise<Exports> => {
    const file = fileOf(path);
    await Promise.all([whenDefined(file, new Set()), prepare()]);
    return evaluate(file);
  };

  /** Resolves once a chunk and all that it imports are defined. */
  const whenDefined = async (file: string, seen: Set<string>): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!chunks.get(file)) await requestOnce(file);
    const [imports] = find(file);
    await Promise.all(imports.map((imported) => whenDefined(imported, seen)));
  };

  const requestOnce = (file: string): Promise<void> => {
    const requested = requests.get(file) ?? request(file).finally(() => requests.delete(file));
    requests.set(file, requested);
    return requested;
  };

  return load;
}
