import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { filesOf } from '../../../build/files-of.ts';
import { root } from '../../../scripts/processes.mjs';
import { say } from '../../../scripts/terminal.mjs';

type Output = Rolldown.OutputBundle[string];

/** The files of the document that shows the list: what each page loads. */
const first = ['early', 'index', 'console', 'pages'];

/** Prints what the stand-alone console loads until the list is painted, by package, and what each other page loads in addition. */
export async function printBundle(): Promise<void> {
  const built = await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error', build: { write: false } });
  const output: Output[] = 'output' in built ? built.output : [];
  const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]));
  const chunks = output.filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  const always = filesOf(
    chunks.filter(({ name }) => first.includes(name)),
    bundle,
  );
  const packages = new Map<string, number>();
  for (const file of always) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') continue;
    for (const [id, { renderedLength }] of Object.entries(chunk.modules))
      packages.set(packageOf(id), (packages.get(packageOf(id)) ?? 0) + renderedLength);
  }
  const total = [...packages.values()].reduce((sum, length) => sum + length, 0);
  const shares = [...packages].toSorted(([, a], [, b]) => b - a).filter(([, length]) => length > total / 200);
  print('Code of the first page, by package, before minification', [
    ...shares.map(([name, length]): [string, string] => [name, `${((100 * length) / total).toFixed(1)} %`]),
  ]);
  const pages = chunks.filter(({ name, isDynamicEntry }) => isDynamicEntry && name.endsWith('-page'));
  const kilobytesOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + compressed(bundle[file]), 0) / 1000;
  const sizes = pages.map((page) => ({
    name: page.name,
    kilobytes: kilobytesOf([...filesOf([page], bundle)].filter((file) => !always.has(file))),
  }));
  print(`What a page loads in addition to the ${kilobytesOf(always).toFixed(1)} kB of the first one, compressed`, [
    ...sizes
      .toSorted((a, b) => b.kilobytes - a.kilobytes)
      .map(({ name, kilobytes }): [string, string] => [name, `${kilobytes.toFixed(1)} kB`]),
  ]);
}

function print(title: string, rows: readonly [string, string][]) {
  const width = Math.max(...rows.map(([name]) => name.length));
  say(`\n${title}\n${rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value.padStart(8)}`).join('\n')}`);
}

const compressed = (file: Output | undefined): number =>
  file ? brotliCompressSync(file.type === 'chunk' ? file.code : file.source).byteLength : 0;

/** The package of a module, or the folder of the console's own. */
function packageOf(id: string): string {
  const [, inside] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (inside) return inside;
  const [, folder] = /\/(contract|src\/[^/]+)\//.exec(id) ?? [];
  return folder ?? 'other';
}
