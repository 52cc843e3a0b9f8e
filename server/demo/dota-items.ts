import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { usage } from './dota-abilities.ts';
import type { DotaItem } from './dota-source.ts';
import {
  boolean,
  choice,
  choices,
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
  textList,
} from './field.ts';
import { falseToNull, optionIdOf, optionIds, withoutEmpty } from './values.ts';

/** In the colors of the game. */
const colors: Readonly<Record<string, NonNullable<Option['color']>>> = {
  consumable: 'cyan',
  secret_shop: 'yellow',
  common: 'green',
  rare: 'blue',
  epic: 'violet',
  artifact: 'orange',
};
const qualities = optionsOf(
  ...['component', 'secret_shop', 'consumable', 'consumable;laning', 'common', 'rare', 'epic', 'artifact'],
).map((option): Option => {
  const color = colors[option.label];
  return color ? { ...option, color } : option;
});
const kinds = optionsOf('active', 'passive', 'use', 'toggle', 'upgrade');

/**
 * Field names are the package's, except: `key` is the package's key of the item, and `source_id` its `id`, a name that
 * every exported item already has; `picture` is generated here. Fields about using an item are in a group, so that the form is readable.
 */
export const itemFields = templateFields([
  text('dname', { help: 'The name that players see', title: true }),
  choice('qual', qualities),
  integer('cost', { unit: 'gold', help: 'Empty if it is not for sale' }),
  integer('tier', { help: 'Only of neutral items, which are not for sale' }),
  boolean('created'),
  link('picture', imageTemplate.id, { picture: true }),
  key(text, 'key', { help: 'The name of the item in the files of the game' }),
  key(integer, 'source_id', { help: 'The number of the item in the files of the game' }),
  text('img'),
  group('usage', [
    choices('behavior', usage.behavior, { help: 'How a player uses it; several can apply' }),
    choices('target_team', usage.targetTeam),
    choices('target_type', usage.targetType),
    choice('dmg_type', usage.damageType),
    choice('dispellable', usage.dispellable),
    choice('bkbpierce', usage.pierces, { help: 'Whether it affects units that are immune to magic' }),
    integer('mc', { unit: 'mana' }),
    integer('hc', { unit: 'HP' }),
    integer('cd', { unit: 's' }),
    integer('charges'),
  ]),
  rows('abilities', [choice('type', kinds), text('title'), longText('description')]),
  rows('attrib', [text('key'), text('display'), text('value')]),
  textList('hint', { help: 'One line a hint' }),
  longText('desc'),
  longText('notes'),
  longText('lore'),
  links('components', 'item'),
]);

export const itemLabel = (key: string, { dname }: DotaItem): string => dname || key;

/** All values except `components`, which need their items to exist first. */
export const itemValues = (key: string, item: DotaItem, picture: number | undefined): ItemValues =>
  withoutEmpty({
    key,
    source_id: item.id,
    dname: item.dname,
    qual: optionIdOf(item.qual),
    tier: item.tier,
    cost: item.cost,
    created: item.created,
    img: item.img,
    picture,
    // Here `false`, like a missing value, means that using the item does nothing.
    'usage-behavior': optionIds(item.behavior),
    'usage-target_team': optionIds(item.target_team),
    'usage-target_type': optionIds(item.target_type),
    'usage-dmg_type': optionIdOf(item.dmg_type),
    'usage-dispellable': optionIdOf(item.dispellable),
    'usage-bkbpierce': optionIdOf(item.bkbpierce),
    'usage-mc': falseToNull(item.mc),
    'usage-hc': falseToNull(item.hc),
    'usage-cd': falseToNull(item.cd),
    'usage-charges': falseToNull(item.charges),
    abilities: item.abilities?.map(({ type, title, description }) =>
      withoutEmpty({ 'abilities-type': type, 'abilities-title': title, 'abilities-description': description }),
    ),
    attrib: item.attrib?.map(({ key: name, display, value }) =>
      withoutEmpty({ 'attrib-key': name, 'attrib-display': display, 'attrib-value': value }),
    ),
    hint: item.hint,
    desc: item.desc,
    notes: item.notes,
    lore: item.lore,
  });

/** Ids of an item's components. A few lists end with `''`, because the game's file has a trailing separator. */
export const componentIds = ({ components }: DotaItem, idOf: (key: string) => number | undefined): number[] =>
  (components ?? []).flatMap((key) => idOf(key) ?? []);
