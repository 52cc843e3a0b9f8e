import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { DotaAbility } from './dota-source.ts';
import {
  boolean,
  choice,
  choices,
  group,
  key,
  link,
  longText,
  optionsOf,
  rows,
  templateFields,
  text,
} from './field.ts';
import { optionIdOf, optionIds, valueRows, withoutEmpty } from './values.ts';

/** What abilities and the items that can be used have in common. */
export const usage = {
  behavior: optionsOf(
    ...['Passive', 'No Target', 'Unit Target', 'Point Target', 'AOE', 'Channeled', 'Instant Cast', 'Autocast'],
    ...['Attack Modifier', 'Hidden'],
  ),
  targetTeam: optionsOf('Enemy', 'Friendly', 'Both'),
  targetType: optionsOf('Hero', 'Basic', 'Building', 'Tree'),
  damageType: optionsOf('Magical', 'Physical', 'Pure'),
  dispellable: optionsOf('Yes', 'No', 'Strong Dispels Only'),
  pierces: optionsOf('Yes', 'No'),
};

/**
 * Field names are the package's; `key` is the package's key of the ability, and `picture` is generated here. Numbers remain strings as in the package,
 * because many have a sign, a unit or a placeholder. Values that depend on the level have one row per level.
 */
export const abilityFields = templateFields([
  text('dname', { help: 'The name that players see', title: true }),
  boolean('is_innate', { help: 'The hero has it from the start' }),
  link('picture', imageTemplate.id, { picture: true }),
  key(text, 'key', { help: 'The name of the ability in the files of the game' }),
  text('img'),
  group('usage', [
    choices('behavior', usage.behavior, { help: 'How a player uses it; several can apply' }),
    choices('target_team', usage.targetTeam),
    choices('target_type', usage.targetType),
    choices('dmg_type', usage.damageType),
    choices('bkbpierce', usage.pierces, { help: 'Whether it affects units that are immune to magic' }),
    choice('dispellable', usage.dispellable),
    rows('mc', [text('value')], { help: 'One row for all levels, or one for each' }),
    rows('cd', [text('value')], { help: 'In seconds: one row for all levels, or one for each' }),
    rows('dmg', [text('value')], { help: 'One row for all levels, or one for each' }),
  ]),
  rows('attrib', [text('key'), text('header'), boolean('generated'), rows('value', [text('value')])]),
  longText('desc'),
  longText('lore'),
]);

/** A number in the name of a talent that the game fills in, with its sign and unit. */
const placeholder = /[+-]?\{s:[^}]*\}[%s]?/g;

/** A talent is named by what it improves: `Talent: Fireblast damage` for `+{s:bonus_damage} Fireblast damage`. */
export function abilityLabel(key: string, { dname = '' }: DotaAbility): string {
  const words = dname.replaceAll(placeholder, ' ').trim().replaceAll(/\s+/g, ' ');
  if (words === '') return key;
  return words === dname.trim() ? words : `Talent: ${words}`;
}

export function abilityValues(key: string, ability: DotaAbility): ItemValues {
  const chosen = (['behavior', 'target_team', 'target_type', 'dmg_type', 'bkbpierce'] as const).map(
    (name) => [`usage-${name}`, optionIds(ability[name])] as const,
  );
  const perLevel = (['mc', 'cd', 'dmg'] as const).map(
    (name) => [`usage-${name}`, valueRows(`usage-${name}`, ability[name])] as const,
  );
  return withoutEmpty({
    key,
    dname: ability.dname,
    is_innate: ability.is_innate,
    img: ability.img,
    ...Object.fromEntries([...chosen, ...perLevel]),
    'usage-dispellable': optionIdOf(ability.dispellable),
    attrib: ability.attrib?.map(({ key: name, header, generated, value }) =>
      withoutEmpty({
        'attrib-key': name,
        'attrib-header': header,
        'attrib-generated': generated,
        'attrib-value': valueRows('attrib-value', value),
      }),
    ),
    desc: ability.desc,
    lore: ability.lore,
  });
}
