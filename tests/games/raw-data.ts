import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Source } from './codec.ts';

/** A folder with a `node_modules` that has all packages; without it, the samples in `samples/` are read. */
const installed = process.env.GAMES_PACKAGES;

const readJson = (path: string | URL): unknown => JSON.parse(readFileSync(path, 'utf8'));
const sample = (name: string): unknown => readJson(new URL(`samples/${name}.json`, import.meta.url));

/** A file of `warframe-items`: the records of a category, or the texts in other languages (`i18n`). */
export function warframeFile(file: string): unknown {
  if (installed) return readJson(join(installed, 'node_modules/warframe-items/data/json', `${file}.json`));
  return (sample('warframe') as { files: Source }).files[file];
}

export type PokemonKind = 'Abilities' | 'Items' | 'Moves' | 'Natures' | 'Species' | 'Types';

/** The records of `@pkmn/dex` by id, without functions. */
export const pokemonData = (
  installed
    ? JSON.parse(JSON.stringify(createRequire(join(installed, 'index.js'))('@pkmn/dex').Dex.data))
    : (sample('pokemon') as { data: unknown }).data
) as Record<PokemonKind, Record<string, Source>>;
