import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { DotaHero, DotaHeroAbilities } from './dota-source.ts';
import { boolean, float, group, integer, link, links, rows, templateFields, text } from './field.ts';
import { valueRows, withoutEmpty } from './values.ts';

const stats = {
  base: ['base_health', 'base_mana', 'base_mr'],
  attributes: ['base_str', 'base_agi', 'base_int'],
  attack: ['base_attack_min', 'base_attack_max', 'attack_range', 'projectile_speed', 'base_attack_time'],
  movement: ['move_speed', 'legs'],
  vision: ['day_vision', 'night_vision'],
};
const fractions = {
  base: ['base_health_regen', 'base_mana_regen', 'base_armor'],
  attributes: ['str_gain', 'agi_gain', 'int_gain'],
  attack: ['attack_rate', 'attack_point'],
  movement: ['turn_rate'],
  vision: [],
};
type Part = keyof typeof stats;
const parts = Object.keys(stats) as Part[];

/**
 * Field names are the package's, its thirty numbers in groups, plus the hero's abilities from another file. `source_id`
 * is the package's `id`, a name that every exported item already has; `portrait` is generated here.
 */
export const heroFields = templateFields([
  text('name', { required: true }),
  integer('source_id'),
  text('localized_name'),
  text('primary_attr'),
  text('attack_type'),
  rows('roles', [text('value')]),
  boolean('cm_enabled'),
  text('img'),
  text('icon'),
  link('portrait', imageTemplate.id),
  ...parts.map((part) => group(part, [...stats[part].map(integer), ...fractions[part].map(float)])),
  links('abilities', 'ability'),
  rows('talents', [text('name'), link('ability', 'ability'), integer('level')]),
  rows('facets', [
    integer('facet_id'),
    text('name'),
    boolean('deprecated'),
    text('icon'),
    text('color'),
    integer('gradient_id'),
    text('title'),
    text('description'),
    links('abilities', 'ability'),
  ]),
]);

type Find = (abilityKey: string) => number | undefined;

export function heroValues(
  hero: DotaHero,
  own: DotaHeroAbilities | undefined,
  portrait: number | undefined,
  idOf: Find,
): ItemValues {
  const numbers = parts.flatMap((part) =>
    [...stats[part], ...fractions[part]].map((name) => [`${part}-${name}`, hero[name] as number | null]),
  );
  const single = ['name', 'localized_name', 'primary_attr', 'attack_type', 'cm_enabled', 'img', 'icon'] as const;
  return withoutEmpty({
    ...Object.fromEntries(single.map((name) => [name, hero[name] as string | boolean])),
    source_id: hero.id,
    roles: valueRows('roles', hero.roles),
    portrait,
    ...Object.fromEntries(numbers),
    ...(own && abilityValues(own, idOf)),
  });
}

/**
 * Abilities keep their order and duplicates; two that the package nests in a list (they share a slot) become
 * consecutive links, as links cannot nest. Talents are stored by name, because not all of them are among the abilities.
 */
const abilityValues = (
  { abilities, talents, facets }: DotaHeroAbilities,
  idOf: Find,
): Record<string, ItemValues[string]> => ({
  abilities: linksTo(abilities.flat(), idOf),
  talents: talents.map(({ name, level }) =>
    withoutEmpty({ 'talents-name': name, 'talents-ability': idOf(name), 'talents-level': level }),
  ),
  facets: facets.map((facet) =>
    withoutEmpty({
      'facets-facet_id': facet.id,
      'facets-name': facet.name,
      // The game's files contain `"true"`, `"True"`, `"1"` or `"true"` twice; they all mean deprecated.
      'facets-deprecated': [facet.deprecated ?? []].flat().some((flag) => /^(true|1)$/i.test(flag)) || null,
      'facets-icon': facet.icon,
      'facets-color': facet.color,
      'facets-gradient_id': facet.gradient_id,
      'facets-title': facet.title,
      'facets-description': facet.description,
      'facets-abilities': linksTo(facet.abilities ?? [], idOf),
    }),
  ),
});

const linksTo = (keys: readonly string[], idOf: Find): number[] => keys.flatMap((key) => idOf(key) ?? []);
