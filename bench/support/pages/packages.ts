import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { minify } from 'rolldown/utils';
import { build, type Rolldown } from 'vite';
import { root } from '../../../scripts/processes.mjs';

/** A package, or the console itself, and how much of it scripts contain: minified alone, and compressed. */
export interface Part {
  name: string;
  bytes: number;
  compressed: number;
}

const modules = 'node_modules/';

/** The package of a module; `console` for the project’s own. */
function packageOf(id: string): string {
  const at = id.lastIndexOf(modules);
  if (at === -1) return 'console';
  const [first = '', second = ''] = id.slice(at + modules.length).split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** What the stand-alone console’s scripts of these names contain, the largest part first. */
export async function packagesIn(files: ReadonlySet<string>): Promise<Part[]> {
  const built = await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  });
  const output = [built]
    .flat()
    .flatMap((one) => ('output' in one ? (one.output as Rolldown.RolldownOutput['output']) : []));
  const sources = new Map<string, string[]>();
  for (const chunk of output) {
    if (chunk.type !== 'chunk' || !files.has(chunk.fileName.split('/').at(-1) ?? '')) continue;
    for (const [id, { code }] of Object.entries(chunk.modules)) {
      if (code) sources.set(packageOf(id), [...(sources.get(packageOf(id)) ?? []), code]);
    }
  }
  const parts = [...sources].map(async ([name, codes]) => {
    const { code } = await minify(`${name}.js`, codes.join('\n'), { module: true });
    return { name, bytes: code.length, compressed: brotliCompressSync(code).length };
  });
  return (await Promise.all(parts)).sort((a, b) => b.compressed - a.compressed);
}
