import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { rolldown, VERSION } from 'rolldown';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'rolldown/utils';
import type { Rolldown } from 'vite';

/**
 * A hash of the code around the chunks, and of further files: part of the names of all chunks, as browsers keep a file of the same name for
 * ever.
 */
export function hashOfWrapper(files: readonly string[] = []): string {
  const hash = createHash('sha256').update(VERSION);
  const registry = ['chunk-registry.ts', 'scripts.ts'].map((file) =>
    resolve(import.meta.dirname, '../src/chunks', file),
  );
  for (const file of [import.meta.filename, ...registry, ...files]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Turns finished chunks of one folder into classic scripts, whose compiled code Chromium stores for other tabs, unlike that of modules. Each
 * defines its chunk for the registry of `src/chunks/chunk-registry.ts`. That of the chunk `first`, which is loaded before all others, also has
 * the chunks that it imports. Returns its chunk.
 */
export async function writeClassicScripts(
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
  first: string,
): Promise<Rolldown.OutputChunk> {
  const firstChunk = chunks.find(({ name }) => name === first);
  if (!firstChunk) throw new Error(`There is no chunk "${first}".`);
  const bodies = await toCommonJs(new Map(chunks.map(({ fileName, code }) => [fileName, code])));
  for (const chunk of chunks) {
    // The others are the host's modules.
    const imported = chunk.imports.filter((file) => bodies.has(file)).map((file) => posix.basename(file));
    chunk.code = definition(posix.basename(chunk.fileName), imported, bodies.get(chunk.fileName) ?? '');
  }
  const included = chunks.filter(({ fileName }) => firstChunk.imports.includes(fileName));
  const helpers = [...bodies].filter(([file]) => isHelper(file)).map(([file, body]) => definition(file, [], body));
  firstChunk.code = [...helpers, ...[...included, firstChunk].map(({ code }) => code)].join('\n');
  for (const { fileName } of included) delete bundle[fileName];
  return firstChunk;
}

/** The script of a chunk; without the registry, whose script may have failed, it does nothing. It is a valid module, too. */
export function definition(file: string, imports: readonly string[], body: string): string {
  const factory = `(function(require,exports,$load,$meta){"use strict";${body}})`;
  return `globalThis[Symbol.for("quartermaster.chunks")]?.set(${JSON.stringify(file)},[${JSON.stringify(imports)},${factory}]);`;
}

/** A file of the conversion itself, which chunks use that import the host's modules. */
const isHelper = (file: string) => file.startsWith('rolldown-runtime-');

/** The code of chunks by file, with `require` and `exports`, `$load` for `import` and `$meta` for `import.meta`. */
async function toCommonJs(codes: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const bundle = await rolldown({
    input: Object.fromEntries([...codes.keys()].map((file) => [file, file])),
    treeshake: false,
    preserveEntrySignatures: 'strict',
    plugins: [
      {
        name: 'finished-chunks',
        resolveId: (source, importer) => {
          if (!importer) return source;
          const file = posix.join(posix.dirname(importer), source);
          return codes.has(file) ? file : { id: source, external: true };
        },
        load: (file) => withoutModuleSyntax(codes.get(file) ?? ''),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'cjs', entryFileNames: '[name]', minify: true });
  await bundle.close();
  const added = output.find(({ fileName }) => !codes.has(fileName) && !isHelper(fileName));
  if (added) throw new Error(`The chunks would be divided differently: ${added.fileName} is new.`);
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code.trim()]] : [])));
}

/** The value of a string, which the minifier may write as a template. */
const stringValue = (node: ESTree.Expression): unknown =>
  node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : node.type === 'Literal' ? node.value : undefined;

/** Replaces `import(…)`, `import.meta`, and the kind of the links by which Vite preloads chunks, as these are no modules. */
function withoutModuleSyntax(code: string): string {
  return replaceIn(code, (visitor, replace) => {
    visitor.ImportExpression = ({ start }) => replace(start, 'import', '$load');
    visitor.MetaProperty = ({ start, meta }) => meta.name === 'import' && replace(start, 'import.meta', '$meta');
    visitor.ConditionalExpression = ({ consequent, alternate }) => {
      const isLinkKind = stringValue(consequent) === 'modulepreload' && stringValue(alternate) === 'preload';
      if (isLinkKind) replace(consequent.start, '`modulepreload`', '`preload`');
    };
  });
}

/** Lets the imports of a module, of files and not of variables, call a function. */
export function withoutImports(code: string, by: string): string {
  return replaceIn(code, (visitor, replace) => {
    visitor.ImportExpression = ({ start, source }) => stringValue(source) !== undefined && replace(start, 'import', by);
  });
}

type Replace = (start: number, text: string, by: string) => void;

function replaceIn(code: string, visit: (visitor: VisitorObject, replace: Replace) => void): string {
  const replaced: { start: number; length: number; by: string }[] = [];
  const visitor: VisitorObject = {};
  visit(visitor, (start, text, by) => void replaced.push({ start, length: text.length, by }));
  new Visitor(visitor).visit(parseSync('chunk.js', code).program);
  return replaced
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, length, by }) => text.slice(0, start) + by + text.slice(start + length), code);
}
