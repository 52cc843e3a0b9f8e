import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import type { DotaHero, DotaHeroAbilities } from './dota-source.ts';
import {
  boolean,
  choice,
  choices,
  computedNumber,
  type DemoField,
  float,
  group,
  integer,
  key,
  link,
  links,
  longText,
  optionsOf,
  rows,
  templateFields,
  text,
} from './field.ts';
import { optionIdOf, optionIds, withoutEmpty } from './values.ts';

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

/** What the names of the numbers do not say; the defaults are the values that most heroes have. */
const about: Record<string, DemoField['settings']> = {
  base_health: { default: 120, unit: 'HP' },
  base_health_regen: { default: 0.25, unit: 'HP/s' },
  base_mana: { default: 75, unit: 'mana' },
  base_mana_regen: { default: 0, unit: 'mana/s' },
  base_armor: { default: 0 },
  base_mr: { default: 25, unit: '%' },
  base_attack_min: {
    help: 'Without the damage of the primary attribute',
    rules: [
      {
        name: 'Minimum and maximum',
        condition: 'attack.base_attack_min <= attack.base_attack_max',
        message: 'must not be above the maximum damage',
      },
    ],
  },
  projectile_speed: { default: 900, help: 'Of ranged heroes' },
  attack_rate: { default: 1.7, unit: 's' },
  base_attack_time: { default: 100 },
  attack_point: { default: 0.3, unit: 's', help: 'Time from the start of an attack until it hits' },
  legs: { default: 2 },
  day_vision: { default: 1800 },
  night_vision: { default: 800 },
};
const average = computedNumber('base_attack_average', {
  formula: '(attack.base_attack_min + attack.base_attack_max) / 2',
  help: 'Made for this demo',
});
const computed: Partial<Record<Part, DemoField[]>> = { attack: [average] };
const numbersOf = (part: Part): DemoField[] => [
  ...stats[part].map((name) => integer(name, about[name])),
  ...fractions[part].map((name) => float(name, about[name])),
  ...(computed[part] ?? []),
];

const attributes: Option[] = [
  { id: 'str', label: 'Strength', color: 'red' },
  { id: 'agi', label: 'Agility', color: 'green' },
  { id: 'int', label: 'Intelligence', color: 'blue' },
  { id: 'all', label: 'Universal', color: 'violet' },
];
const attackTypes: Option[] = [
  { id: 'Melee', label: 'Melee', color: 'orange' },
  { id: 'Ranged', label: 'Ranged', color: 'cyan' },
];

const roles = optionsOf('Carry', 'Support', 'Nuker', 'Disabler', 'Durable', 'Escape', 'Pusher', 'Initiator');
const facetColors = optionsOf('Red', 'Yellow', 'Green', 'Blue', 'Purple', 'Gray');

/**
 * Field names are the package's, its thirty numbers in groups, plus the hero's abilities from another file. `source_id`
 * is the package's `id`, a name that every exported item already has; `portrait` is generated here.
 */
export const heroFields = templateFields([
  text('localized_name', { help: 'The name that players see', title: true }),
  choice('primary_attr', attributes),
  choice('attack_type', attackTypes),
  choices('roles', roles),
  boolean('cm_enabled', { default: true, help: 'Can be chosen in this mode of the game' }),
  link('portrait', imageTemplate.id, { picture: true }),
  key(text, 'name', { help: 'The name of the hero in the files of the game', placeholder: 'npc_dota_hero_axe' }),
  key(integer, 'source_id', { help: 'The number of the hero in the files of the game' }),
  text('img'),
  text('icon'),
  ...parts.map((part) => group(part, numbersOf(part))),
  links('abilities', 'ability'),
  rows('talents', [text('name'), link('ability', 'ability'), integer('level')]),
  rows('facets', [
    integer('facet_id'),
    text('name'),
    boolean('deprecated'),
    text('icon'),
    choice('color', facetColors),
    integer('gradient_id'),
    text('title'),
    longText('description'),
    links('abilities', 'ability'),
  ]),
]);

type Find = (abilityKey: string) => number | undefined;

export function heroValues(
  hero: DotaHero,
  abilities: DotaHeroAbilities | undefined,
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
    roles: optionIds(hero.roles),
    portrait,
    ...Object.fromEntries(numbers),
    ...(abilities && abilityValues(abilities, idOf)),
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
      'facets-color': optionIdOf(facet.color),
      'facets-gradient_id': facet.gradient_id,
      'facets-title': facet.title,
      'facets-description': facet.description,
      'facets-abilities': linksTo(facet.abilities ?? [], idOf),
    }),
  ),
});

const linksTo = (keys: readonly string[], idOf: Find): number[] => keys.flatMap((key) => idOf(key) ?? []);
