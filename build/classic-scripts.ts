import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { rolldown, VERSION } from 'rolldown';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'rolldown/utils';
import type { Plugin, Rolldown } from 'vite';

const standalone = resolve(import.meta.dirname, '../src/standalone');
const registry = resolve(standalone, 'define-chunks.ts');

/** A hash of the code around the chunks: part of all file names, as browsers keep a file of the same name for ever. */
function hashOfWrapper(first: string): string {
  const hash = createHash('sha256').update(`${VERSION} ${first}`);
  const files = [import.meta.filename, registry, resolve(standalone, 'chunk-registry.ts')];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Turns the finished chunks into classic scripts, whose compiled code Chromium stores for other tabs, unlike that of modules. Each defines
 * its chunk in the registry of `src/standalone/chunk-registry.ts`, which is in the script of the chunk `first`, with the chunks that it imports.
 */
export function classicScripts(first: string): Plugin {
  const hash = hashOfWrapper(first);
  return {
    name: 'classic-scripts',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => hash,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const firstChunk = chunks.find(({ name }) => name === first);
        if (!firstChunk) throw new Error(`There is no chunk "${first}".`);
        const bodies = await convertToCommonJs(chunks);
        for (const chunk of chunks) chunk.code = definition(chunk, bodies.get(chunk.fileName) ?? '');
        const included = chunks.filter(({ fileName }) => firstChunk.imports.includes(fileName));
        firstChunk.code = [await registryCode(), ...included.map(({ code }) => code), firstChunk.code].join('\n');
        for (const { fileName } of included) delete bundle[fileName];
      },
    },
  };
}

/** The script of a chunk; without the registry, whose script may have failed, it does nothing. */
function definition({ fileName, imports }: Rolldown.OutputChunk, body: string): string {
  const [name, imported] = [posix.basename(fileName), imports.map((file) => posix.basename(file))];
  const factory = `(function(require,exports,$load,$meta){"use strict";${body}})`;
  return `globalThis[Symbol.for("quartermaster.chunks")]?.(${JSON.stringify(name)},${JSON.stringify(imported)},${factory});`;
}

/** The code of chunks by file, with `require` and `exports`, `$load` for `import` and `$meta` for `import.meta`. */
async function convertToCommonJs(chunks: readonly Rolldown.OutputChunk[]): Promise<Map<string, string>> {
  const codes = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  const bundle = await rolldown({
    input: Object.fromEntries([...codes.keys()].map((file) => [file, file])),
    treeshake: false,
    preserveEntrySignatures: 'strict',
    plugins: [
      {
        name: 'finished-chunks',
        resolveId: (source, importer) => (importer ? posix.join(posix.dirname(importer), source) : source),
        load: (file) => withoutModuleSyntax(codes.get(file) ?? ''),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'cjs', entryFileNames: '[name]', minify: true });
  await bundle.close();
  const added = output.find(({ fileName }) => !codes.has(fileName));
  if (added) throw new Error(`The chunks would be divided differently: ${added.fileName} is new.`);
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code.trim()]] : [])));
}

/** The value of a string, which the minifier may write as a template. */
const stringValue = (node: ESTree.Expression): unknown =>
  node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : node.type === 'Literal' ? node.value : undefined;

/** Replaces `import(…)`, `import.meta`, and the kind of the links by which Vite preloads chunks, as these are no modules. */
function withoutModuleSyntax(code: string): string {
  const replaced: { start: number; length: number; by: string }[] = [];
  const replace = (start: number, text: string, by: string) => void replaced.push({ start, length: text.length, by });
  const visitor: VisitorObject = {};
  visitor.ImportExpression = ({ start }) => replace(start, 'import', '$load');
  visitor.MetaProperty = ({ start, meta }) => meta.name === 'import' && replace(start, 'import.meta', '$meta');
  visitor.ConditionalExpression = ({ consequent, alternate }) => {
    const isLinkKind = stringValue(consequent) === 'modulepreload' && stringValue(alternate) === 'preload';
    if (isLinkKind) replace(consequent.start, '`modulepreload`', '`preload`');
  };
  new Visitor(visitor).visit(parseSync('chunk.js', code).program);
  return replaced
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, length, by }) => text.slice(0, start) + by + text.slice(start + length), code);
}

/** The registry as a script. */
async function registryCode(): Promise<string> {
  const bundle = await rolldown({ input: registry });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code.trim();
}
