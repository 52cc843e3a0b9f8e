import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const hostApi = resolve(import.meta.dirname, '../src/app/context/host-api.ts');
/** What that imports, published in the same file. */
const imported = ['extensions/extension-api.ts', 'parts/part-api.ts'];
const files = [...imported.map((file) => resolve(import.meta.dirname, '../contract', file)), hostApi];
const itsImports = new RegExp(
  `^import type \\{[^}]+\\} from '@quartermaster/contract/(?:${imported.join('|')})';\\n`,
  'gm',
);

/** The declarations of the interfaces for hosts, extensions and parts. */
export async function hostDeclarations(): Promise<string> {
  const read = (file: string) => readFileSync(file, 'utf8').replaceAll(itsImports, '');
  return (await Promise.all(files.map((file) => declarationsOf(read(file), file)))).join('');
}

/** Writes `quartermaster.d.ts` next to the module: the types of its props and exports. */
export function hostTypes(): Plugin {
  return {
    name: 'host-types',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
      if (entry?.type !== 'chunk') return this.error('The plugin has no entry.');
      const names = [...entry.exports].sort();
      const exported = names.map((name) => `export declare const ${name}: Quartermaster['${name}'];\n`);
      this.emitFile({
        type: 'asset',
        fileName: 'quartermaster.d.ts',
        source: [await hostDeclarations(), ...exported].join(''),
      });
    },
  };
}

/** The declarations of a module without imports: an import would refer to files that hosts do not have. */
export async function declarationsOf(code: string, fileName: string): Promise<string> {
  const { isolatedDeclaration } = await import('rolldown/experimental');
  const { code: declarations, errors } = await isolatedDeclaration(fileName, code);
  const imports = [...declarations.matchAll(/^(?:import|export) .*from "([^"]+)"|\bimport\("([^"]+)"\)/gm)];
  const problems = [
    ...imports.map(([, ...names]) => `it imports ${names.join('')}`),
    ...errors.map(({ message }) => message),
  ];
  if (problems[0]) throw new Error(`${fileName} cannot be published: ${problems[0]}`);
  return declarations;
}
