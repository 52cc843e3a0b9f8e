/**
 * Checks the dependency direction (.dependency-cruiser.cjs), and that every source file was analyzed: with an unsupported
 * version of TypeScript, dependency-cruiser analyzes no files and reports no errors.
 */
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { findFolderCycles } from './folder-cycles.mjs';

const folders = [
  'contract',
  'clients',
  'src',
  'server',
  'dev-host',
  'tests',
  'e2e',
  'bench',
  'attack',
  'command',
  'content-files',
  'verify-embed',
  'build',
].filter((folder) => existsSync(folder));
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true }, undefined, {
  tsConfig: extractTsConfig('tsconfig.json'),
});

const cruised = new Set(output.modules.map((module) => module.source));
const sources = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).filter(
  (file) => !file.includes('node_modules') && !file.endsWith('.d.ts'),
);
const overlooked = sources.filter((file) => !cruised.has(file));
const violations = output.summary.violations;
const checked = /^(?:contract|src|server)\//;
const folderCycles = findFolderCycles(
  output.modules
    .filter(({ source }) => checked.test(source))
    .map(({ source, dependencies }) => ({ source, imports: dependencies.map(({ resolved }) => resolved) })),
).filter(([folder = '']) => checked.test(`${folder}/`));

for (const { rule, from, to, cycle } of violations) {
  console.error(`${rule.name}: ${[from, ...(cycle ? cycle.map((step) => step.name ?? step) : [to])].join(' -> ')}`);
}
for (const cycle of folderCycles) console.error(`no-folder-cycles: ${cycle.join(' -> ')}`);
for (const file of overlooked) console.error(`not analyzed: ${file}`);
console.log(
  `${cruised.size} modules, ${violations.length} violations, ${folderCycles.length} cycles of folders, ${overlooked.length} not analyzed`,
);
if (violations.length > 0 || folderCycles.length > 0 || overlooked.length > 0 || sources.length === 0)
  process.exitCode = 1;
