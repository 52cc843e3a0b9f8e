import { readFile } from 'node:fs/promises';

/** An item as in the package. Fields without a value may be missing, `null`, `false`, `''` or `[]`. */
export interface DotaItem {
  id: number;
  img?: string;
  dname?: string;
  qual?: string;
  cost?: number | null;
  desc?: string;
  notes?: string;
  lore?: string;
  abilities?: { type: string; title: string; description: string }[];
  hint?: string[];
  attrib?: { key: string; display?: string; value: string }[];
  behavior?: OneOrMany | false;
  target_team?: OneOrMany;
  target_type?: OneOrMany;
  mc?: number | false;
  hc?: number | false;
  cd?: number | false;
  charges?: number | false;
  created?: boolean;
  components?: string[] | null;
  dmg_type?: string;
  dispellable?: string;
  bkbpierce?: string;
  tier?: number;
}

/** A single string, or a list of two or more. */
export type OneOrMany = string | string[];

/** An ability or talent of a hero or creature. */
export interface DotaAbility {
  dname?: string;
  img?: string;
  desc?: string;
  lore?: string;
  attrib?: { key: string; header: string; value: OneOrMany; generated?: boolean }[];
  behavior?: OneOrMany;
  target_team?: OneOrMany;
  target_type?: OneOrMany;
  dmg_type?: OneOrMany;
  bkbpierce?: OneOrMany;
  dispellable?: string;
  mc?: OneOrMany;
  cd?: OneOrMany;
  dmg?: OneOrMany;
  is_innate?: boolean;
}

/** A hero; every value but `roles` is a single one. */
export interface DotaHero {
  id: number;
  name: string;
  localized_name: string;
  roles: string[];
  [name: string]: string | number | boolean | string[] | null;
}

/** A hero's abilities, by the hero's `name`. */
export interface DotaHeroAbilities {
  abilities: (string | string[])[];
  talents: { name: string; level: number }[];
  facets: {
    id: number;
    name: string;
    deprecated?: OneOrMany;
    icon: string;
    color: string;
    gradient_id: number;
    title: string;
    description: string;
    abilities?: string[];
  }[];
}

/** The parts of the package that the demo uses. */
export interface DotaSource {
  items: Record<string, DotaItem>;
  abilities: Record<string, DotaAbility>;
  heroes: Record<string, DotaHero>;
  heroAbilities: Record<string, DotaHeroAbilities>;
}

/**
 * Reads only the package's data files instead of importing it: imported modules stay in memory forever, and the data is
 * needed once.
 */
export async function readDota(): Promise<DotaSource> {
  const entry = import.meta.resolve('dotaconstants');
  const read = async (name: string) => JSON.parse(await readFile(new URL(`build/${name}.json`, entry), 'utf8'));
  const [items, abilities, heroes, heroAbilities] = await Promise.all(
    ['items', 'abilities', 'heroes', 'hero_abilities'].map(read),
  );
  return { items, abilities, heroes, heroAbilities };
}
