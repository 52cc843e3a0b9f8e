import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { DotaAbility } from './dota-source.ts';
import { boolean, group, rows, templateFields, text } from './field.ts';
import { valueRows, withoutEmpty } from './values.ts';

/**
 * Field names are the package's; `key` is the package's key of the ability. Numbers remain strings as in the package,
 * because many have a sign, a unit or a placeholder. Values that depend on the level have one row per level.
 */
export const abilityFields = templateFields([
  text('key', { required: true }),
  text('dname'),
  boolean('is_innate'),
  text('img'),
  group('usage', [
    rows('behavior', [text('value')]),
    rows('target_team', [text('value')]),
    rows('target_type', [text('value')]),
    rows('dmg_type', [text('value')]),
    rows('bkbpierce', [text('value')]),
    text('dispellable'),
    rows('mc', [text('value')]),
    rows('cd', [text('value')]),
    rows('dmg', [text('value')]),
  ]),
  rows('attrib', [text('key'), text('header'), boolean('generated'), rows('value', [text('value')])]),
  text('desc'),
  text('lore'),
]);

export const abilityLabel = (key: string, { dname }: DotaAbility): string => dname?.trim() || key;

export function abilityValues(key: string, ability: DotaAbility): ItemValues {
  const usage = (['behavior', 'target_team', 'target_type', 'dmg_type', 'bkbpierce', 'mc', 'cd', 'dmg'] as const).map(
    (name) => [`usage-${name}`, valueRows(`usage-${name}`, ability[name])] as const,
  );
  return withoutEmpty({
    key,
    dname: ability.dname,
    is_innate: ability.is_innate,
    img: ability.img,
    ...Object.fromEntries(usage),
    'usage-dispellable': ability.dispellable,
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
