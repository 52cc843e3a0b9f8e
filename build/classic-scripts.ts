import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { rolldown, VERSION } from 'rolldown';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'rolldown/utils';
import type { Rolldown } from 'vite';
import { type Edit, editCode, joinCodes, type MappedCode, readCode, writeCode } from './mapped-code.ts';

/**
 * A hash of the code around the chunks, and of further files: part of the names of all chunks, as browsers keep a file of the same name for
 * ever.
 */
export function hashOfWrapper(files: readonly string[] = []): string {
  const hash = createHash('sha256').update(VERSION);
  const registry = ['chunk-registry.ts', 'scripts.ts'].map((file) =>
    resolve(import.meta.dirname, '../src/chunks', file),
  );
  const wrapper = [import.meta.filename, resolve(import.meta.dirname, 'mapped-code.ts')];
  for (const file of [...wrapper, ...registry, ...files]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Turns finished chunks of one folder into classic scripts, whose compiled code Chromium stores for other tabs, unlike that of modules. Each
 * defines its chunk for the registry of `src/chunks/chunk-registry.ts`. That of the chunk `first`, which is loaded before all others, also has
 * the chunks that it imports, and before them the code `before`.
 */
export async function writeClassicScripts(
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
  { first, before = [] }: { first: string; before?: readonly string[] },
): Promise<void> {
  const firstChunk = chunks.find(({ name }) => name === first);
  if (!firstChunk) throw new Error(`There is no chunk "${first}".`);
  // What is in the first script has no file of its own, and may be needed before that script has run.
  const scriptOf = (file: string) => (firstChunk.imports.includes(file) ? firstChunk.fileName : file);
  const bodies = await toCommonJs(new Map(chunks.map((chunk) => [chunk.fileName, readCode(bundle, chunk)])));
  const scripts = new Map(
    chunks.map(({ fileName, imports }) => {
      // The others are the host's modules.
      const imported = imports.filter((file) => bodies.has(file)).map((file) => posix.basename(scriptOf(file)));
      const body = bodies.get(fileName) ?? { code: '', map: null };
      return [fileName, definition(posix.basename(fileName), [...new Set(imported)], body)];
    }),
  );
  const included = chunks.filter(({ fileName }) => firstChunk.imports.includes(fileName));
  const helpers = [...bodies].filter(([file]) => isHelper(file)).map(([file, body]) => definition(file, [], body));
  const ofFirst = [...included, firstChunk].flatMap(({ fileName }) => scripts.get(fileName) ?? []);
  for (const chunk of chunks) {
    const plain = before.map((code) => ({ code, map: null }));
    const parts =
      chunk === firstChunk ? [...plain, ...helpers, ...ofFirst] : [scripts.get(chunk.fileName) ?? []].flat();
    writeCode(bundle, chunk, joinCodes(parts));
  }
  for (const { fileName, sourcemapFileName } of included) {
    delete bundle[fileName];
    if (sourcemapFileName) delete bundle[sourcemapFileName];
  }
}

/** The script of a chunk; without the registry, whose script may have failed, it does nothing. It is a valid module, too. */
export function definition(file: string, imports: readonly string[], body: MappedCode): MappedCode {
  const set = `globalThis[Symbol.for("quartermaster.chunks")]?.set(${JSON.stringify(file)},[${JSON.stringify(imports)},`;
  return editCode(body, [
    { start: 0, length: 0, by: `${set}(function(require,exports,$load,$meta){"use strict";` },
    { start: body.code.length, length: 0, by: '})]);' },
  ]);
}

/** A file of the conversion itself, which chunks use that import the host's modules. */
const isHelper = (file: string) => file.startsWith('rolldown-runtime-');

/** The code of chunks by file, with `require` and `exports`, `$load` for `import` and `$meta` for `import.meta`. */
async function toCommonJs(codes: ReadonlyMap<string, MappedCode>): Promise<Map<string, MappedCode>> {
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
        load: (file) => {
          const chunk = codes.get(file);
          if (!chunk) return null;
          const { code, map } = withoutModuleSyntax(chunk);
          return { code, map: map && { version: 3, ...map } };
        },
      },
    ],
  });
  const sourcemap = [...codes.values()].some(({ map }) => map) && 'hidden';
  const { output } = await bundle.generate({ format: 'cjs', entryFileNames: '[name]', minify: true, sourcemap });
  await bundle.close();
  const scripts = output.filter((file) => file.type === 'chunk');
  const added = scripts.find(({ fileName }) => !codes.has(fileName) && !isHelper(fileName));
  if (added) throw new Error(`The chunks would be divided differently: ${added.fileName} is new.`);
  return new Map(scripts.map(({ fileName, code, map }) => [fileName, { code: code.trimEnd(), map }]));
}

/** The value of a string, which the minifier may write as a template. */
const stringValue = (node: ESTree.Expression): unknown =>
  node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : node.type === 'Literal' ? node.value : undefined;

/** Replaces `import(…)`, `import.meta`, and the kind of the links by which Vite preloads chunks, as these are no modules. */
function withoutModuleSyntax(script: MappedCode): MappedCode {
  return replaceIn(script, (visitor, replace) => {
    visitor.ImportExpression = ({ start }) => replace(start, 'import', '$load');
    visitor.MetaProperty = ({ start, meta }) => meta.name === 'import' && replace(start, 'import.meta', '$meta');
    visitor.ConditionalExpression = ({ consequent, alternate }) => {
      const isLinkKind = stringValue(consequent) === 'modulepreload' && stringValue(alternate) === 'preload';
      if (isLinkKind) replace(consequent.start, '`modulepreload`', '`preload`');
    };
  });
}

/** Lets the imports of a module, of files and not of variables, call a function. */
export function withoutImports(script: MappedCode, by: string): MappedCode {
  return replaceIn(script, (visitor, replace) => {
    visitor.ImportExpression = ({ start, source }) => stringValue(source) !== undefined && replace(start, 'import', by);
  });
}

type Replace = (start: number, text: string, by: string) => void;

function replaceIn(script: MappedCode, visit: (visitor: VisitorObject, replace: Replace) => void): MappedCode {
  const edits: Edit[] = [];
  const visitor: VisitorObject = {};
  visit(visitor, (start, { length }, by) => void edits.push({ start, length, by }));
  new Visitor(visitor).visit(parseSync('chunk.js', script.code).program);
  return editCode(script, edits);
}
