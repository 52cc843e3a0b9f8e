// @ts-check
/**
 * `npm run icons`: writes the icons of Tabler that the console imports from `src/shared/ui/icons`, one file for each, and deletes the
 * others. The package takes 88 MB, of which some hundred icons are used; the console is built without it.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { collect, root } from '../processes.mjs';
import { Sentence, say } from '../terminal.mjs';

const folder = join(root, 'src', 'shared', 'ui', 'icons');
const frame = 'icon.ts';

/** The icons that the console imports, by the names of their files: `arrow-left`. */
export function usedIcons() {
  const sources = globSync('{src,dev-host}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const found = sources.flatMap((text) => [
    ...text.matchAll(/\bui\/icons\/([a-z\d-]+)\.ts'|\.\/icons\/([a-z\d-]+)\.ts'/g),
  ]);
  return [...new Set(found.flatMap(([, first, second]) => first ?? second ?? []))]
    .filter((file) => `${file}.ts` !== frame)
    .sort();
}

/**
 * The file of an icon.
 * @param {string} file
 */
export function iconFile(file) {
  const name = `Icon${file.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}`;
  const packages = dirname(createRequire(import.meta.url).resolve('@tabler/icons-react/package.json'));
  let source = '';
  try {
    source = readFileSync(join(packages, 'dist', 'esm', 'icons', `${name}.mjs`), 'utf8');
  } catch {
    throw new Sentence(`Tabler has no icon ${name}: src/shared/ui/icons/${file}.ts cannot be written.`);
  }
  const kind = source.includes('createReactComponent("filled"') ? 'filled' : 'outline';
  /** @type {[string, Record<string, string>][]} */
  const nodes = JSON.parse(source.match(/^const __iconNode = (\[.*\]);$/m)?.[1] ?? '[]');
  return `import { ${kind} } from './icon.ts';\n\nexport const ${name} = /* @__PURE__ */ ${kind}(${shapesOf(nodes, kind)});\n`;
}

/**
 * The lines of an icon are one path, which looks the same; areas that overlap would become holes.
 * @param {[string, Record<string, string>][]} nodes
 * @param {'outline' | 'filled'} kind
 */
function shapesOf(nodes, kind) {
  const shapes = nodes.map(([tag, { key: _, ...attributes }]) => /** @type {const} */ ([tag, attributes]));
  const areLines = shapes.every(
    ([tag, { d = '', ...others }]) => tag === 'path' && d.startsWith('M') && Object.keys(others).length === 0,
  );
  if (areLines && (kind === 'outline' || shapes.length === 1)) return `'${shapes.map(([, { d }]) => d).join('')}'`;
  return JSON.stringify(shapes);
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(folder, { recursive: true });
  const used = usedIcons();
  for (const file of readdirSync(folder)) if (file !== frame) rmSync(join(folder, file));
  for (const file of used) writeFileSync(join(folder, `${file}.ts`), iconFile(file));
  await collect(process.execPath, [
    join('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
    'format',
    '--write',
    folder,
  ]);
  say(`Wrote ${used.length} icons.`);
}
