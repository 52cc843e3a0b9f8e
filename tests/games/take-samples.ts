/**
 * `node tests/games/take-samples.ts`: writes `samples/`, small parts of the packages of published games, which take 130 MB.
 * A sample has 15 records of each template, more where a property would have no value, and what these link to.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from './codec.ts';
import { type Game, withLinked } from './game.ts';

const packages = {
  'warframe-items': { version: '1.1269.87', licence: 'MIT' },
  '@pkmn/dex': { version: '0.10.11', licence: 'MIT' },
} as const;

const folder = mkdtempSync(join(tmpdir(), 'games-'));
process.env.GAMES_PACKAGES = folder;
const specifiers = Object.entries(packages).map(([name, { version }]) => `${name}@${version}`);
const npm = spawnSync('npm', [
  'install',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefix',
  folder,
  ...specifiers,
]);
if (npm.status !== 0) throw new Error(npm.stderr.toString());
const { pokemonData, warframeFile } = await import('./raw-data.ts');
const { warframe } = await import('./warframe.ts');
const { pokemon } = await import('./pokemon.ts');
const { typeName } = await import('./pokemon-data.ts');

const count = 15;

/** The paths of a record's values, without positions in lists, and its texts. */
function pathsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (value === null || typeof value !== 'object') return [[path, typeof value === 'string' ? value : typeof value]];
  if (Array.isArray(value)) return value.flatMap((part) => pathsOf(part, `${path}[]`));
  return Object.entries(value).flatMap(([name, part]) => pathsOf(part, `${path}.${name}`));
}

/** The most texts of a property that is a choice, all of which are in the sample. */
const mostOptions = 20;

/** The records of a sample, by template. */
function take({ templates }: Game): Map<string, Set<string>> {
  const taken: [string, string][] = [];
  for (const { id, records } of templates) {
    const texts = new Map<string, Set<string>>();
    for (const [path, text] of [...records.values()].flatMap((record) => pathsOf(record)))
      texts.set(path, (texts.get(path) ?? new Set()).add(text));
    const keysOf = (name: string) =>
      pathsOf(records.get(name)).map(([path, text]) =>
        (texts.get(path)?.size ?? 0) <= mostOptions ? `${path} ${text}` : path,
      );
    const seen = new Set<string>();
    const step = Math.max(1, Math.floor(records.size / count));
    const names = [...records.keys()];
    const evenly = names.filter((_, index) => index % step === 0);
    for (const name of [...evenly, ...names]) {
      const keys = keysOf(name);
      if (!evenly.includes(name) && keys.every((key) => seen.has(key))) continue;
      for (const key of keys) seen.add(key);
      taken.push([id, name]);
    }
  }
  return new Map([...withLinked(templates, taken)].map(([id, names]) => [id, new Set(names)]));
}

function write(name: string, source: keyof typeof packages, data: object): void {
  const { version, licence } = packages[source];
  const text = JSON.stringify({ source: `${source} ${version}`, licence, ...data });
  writeFileSync(new URL(`samples/${name}.json`, import.meta.url), `${text}\n`);
}

const ofWarframe = take(warframe);
const named = new Set([...ofWarframe.values()].flatMap((names) => [...names]));
const files = ['Warframes', 'Primary', 'Secondary', 'Melee', 'Mods', 'Relics', 'Enemy', 'Node'];
const languages = Object.entries(warframeFile('i18n') as Record<string, unknown>);
write('warframe', 'warframe-items', {
  files: {
    ...Object.fromEntries(
      files.map((file) => [
        file,
        (warframeFile(file) as Source[]).flatMap(({ patchlogs: _, availableChallenges: __, ...record }) =>
          named.has(String(record.uniqueName)) ? [record] : [],
        ),
      ]),
    ),
    i18n: Object.fromEntries(languages.filter(([name]) => named.has(name))),
  },
});

const kinds = {
  Abilities: 'ability',
  Items: 'item',
  Moves: 'move',
  Natures: 'nature',
  Species: 'species',
  Types: 'type',
} as const;
const ofPokemon = take(pokemon);
write('pokemon', '@pkmn/dex', {
  data: Object.fromEntries(
    Object.entries(kinds).map(([kind, template]) => [
      kind,
      Object.fromEntries(
        Object.entries(pokemonData[kind as keyof typeof kinds]).filter(([id, { name = typeName(id) }]) =>
          ofPokemon.get(template)?.has(String(name)),
        ),
      ),
    ]),
  ),
});
rmSync(folder, { recursive: true });
