import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { DotaItem } from './dota-source.ts';
import { boolean, group, integer, links, rows, templateFields, text } from './field.ts';
import { falseToNull, valueRows, withoutEmpty } from './values.ts';

/**
 * Field names are the package's, except: `key` is the package's key of the item, and `source_id` its `id`, a name that
 * every exported item already has. Fields about using an item are in a group, so that the form is readable.
 */
export const itemFields = templateFields([
  text('key', { required: true }),
  integer('source_id'),
  text('dname'),
  text('qual'),
  integer('tier'),
  integer('cost'),
  boolean('created'),
  text('img'),
  group('usage', [
    rows('behavior', [text('value')]),
    rows('target_team', [text('value')]),
    rows('target_type', [text('value')]),
    text('dmg_type'),
    text('dispellable'),
    text('bkbpierce'),
    integer('mc'),
    integer('hc'),
    integer('cd'),
    integer('charges'),
  ]),
  rows('abilities', [text('type'), text('title'), text('description')]),
  rows('attrib', [text('key'), text('display'), text('value')]),
  rows('hint', [text('value')]),
  text('desc'),
  text('notes'),
  text('lore'),
  links('components', 'item'),
]);

export const itemLabel = (key: string, { dname }: DotaItem): string => dname || key;

/** All values except `components`, which need their items to exist first. */
export const itemValues = (key: string, item: DotaItem): ItemValues =>
  withoutEmpty({
    key,
    source_id: item.id,
    dname: item.dname,
    qual: item.qual,
    tier: item.tier,
    cost: item.cost,
    created: item.created,
    img: item.img,
    // Here `false`, like a missing value, means that using the item does nothing.
    'usage-behavior': valueRows('usage-behavior', falseToNull(item.behavior) ?? undefined),
    'usage-target_team': valueRows('usage-target_team', item.target_team),
    'usage-target_type': valueRows('usage-target_type', item.target_type),
    'usage-dmg_type': item.dmg_type,
    'usage-dispellable': item.dispellable,
    'usage-bkbpierce': item.bkbpierce,
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
    hint: valueRows('hint', item.hint),
    desc: item.desc,
    notes: item.notes,
    lore: item.lore,
  });

/** Ids of an item's components. A few lists end with `''`, because the game's file has a trailing separator. */
export const componentIds = ({ components }: DotaItem, idOf: (key: string) => number | undefined): number[] =>
  (components ?? []).flatMap((key) => idOf(key) ?? []);
