import type { DotaAbility, DotaHero, DotaItem } from './dota-source.ts';
import type { Ground, Picture } from './draw-picture.ts';
import { glyphOf } from './glyph-of.ts';
import type { Glyph } from './glyphs.ts';
import type { Colour } from './png.ts';

/** How something of the game is drawn. Things that look alike share a picture. */
export interface Look extends Picture {
  /** Names the picture in the demo. */
  key: string;
  label: string;
}

const grey: Colour = [104, 112, 126];

const qualities: Record<string, Colour> = {
  component: [150, 112, 72],
  common: [46, 150, 84],
  rare: [48, 112, 206],
  epic: [138, 66, 196],
  artifact: [214, 118, 28],
  consumable: [30, 148, 160],
  'consumable;laning': [30, 148, 160],
  secret_shop: [196, 52, 92],
};

/** For items whose name says nothing: what the first known bonus makes one think of. */
const bonuses: readonly (readonly [bonus: string, glyph: Glyph])[] = [
  ['damage', 'sword'],
  ['armor', 'shield'],
  ['health', 'heart'],
  ['mana', 'drop'],
  ['intellect', 'staff'],
  ['strength', 'gloves'],
  ['agi', 'bow'],
];

/** The colour is the item's quality, the glyph comes from its name or bonuses, and the ground says whether it is used or only worn. */
export function itemLook(key: string, { qual, attrib = [], abilities = [] }: DotaItem): Look {
  const quality = qual || 'other';
  const bonus = bonuses.find(([name]) => attrib.some((entry) => entry.key?.includes(name)));
  const glyph = glyphOf(key) ?? bonus?.[1] ?? 'gem';
  const isUsed = abilities.some(({ type }) => type !== 'passive');
  const words = [glyph, quality.replaceAll(/[_;]/g, ' '), ...(isUsed ? ['used'] : [])];
  return lookOf(`Item: ${words.join(', ')}`, glyph, qualities[quality] ?? grey, isUsed ? 'rays' : 'facets');
}

const attributes: Record<string, Colour> = {
  str: [202, 58, 44],
  agi: [42, 150, 82],
  int: [46, 116, 206],
  all: [144, 82, 184],
};

/** For heroes whose name says nothing: by role. */
const roles: Record<string, Glyph> = {
  Carry: 'swords',
  Disabler: 'swirl',
  Initiator: 'banner',
  Durable: 'helm',
  Support: 'star',
  Escape: 'wing',
  Nuker: 'flame',
  Pusher: 'axe',
};
const gains = ['str_gain', 'agi_gain', 'int_gain'];

/** Each hero's own: the colour is the attribute, tinted by what the hero gains by level, and the ground says how it attacks. */
export function heroLook(hero: DotaHero): Look {
  const glyph = glyphOf(hero.name.replace('npc_dota_hero_', '')) ?? roles[hero.roles.at(-1) ?? ''] ?? 'star';
  const base = attributes[String(hero.primary_attr)] ?? grey;
  const tint = gains.map((gain) => Math.round(((Number(hero[gain]) || 0) - 2.5) * 16));
  const colour: Colour = [base[0] + (tint[0] ?? 0), base[1] + (tint[1] ?? 0), base[2] + (tint[2] ?? 0)];
  return {
    ...lookOf(hero.localized_name, glyph, colour, hero.attack_type === 'Ranged' ? 'rings' : 'facets'),
    key: hero.name,
  };
}

const damages: Record<string, Colour> = {
  Magical: [56, 96, 214],
  Physical: [196, 60, 48],
  Pure: [206, 150, 30],
};

/** The colour is the damage, the glyph comes from the name, and the ground says whether it is used; `undefined` where the name says nothing. */
export function abilityLook(key: string, { behavior, dmg_type }: DotaAbility): Look | undefined {
  const glyph = glyphOf(key);
  if (!glyph) return;
  const damage = [dmg_type].flat()[0];
  const isPassive = [behavior].flat().includes('Passive');
  const words = [glyph, ...(damage ? [damage.toLowerCase()] : []), ...(isPassive ? ['passive'] : [])];
  return lookOf(
    `Ability: ${words.join(', ')}`,
    glyph,
    damages[damage ?? ''] ?? [112, 92, 172],
    isPassive ? 'rings' : 'rays',
  );
}

const tiers: readonly Colour[] = [grey, [46, 150, 84], [48, 112, 206], [138, 66, 196], [214, 118, 28]];

/** A chest in the colour of its tier, from 1. */
export const lootLook = (tier: number): Look => lookOf(`Loot: tier ${tier}`, 'chest', tiers[tier - 1] ?? grey, 'rays');

const lookOf = (label: string, glyph: Glyph, colour: Colour, ground: Ground): Look => ({
  key: label,
  label,
  glyph,
  colour,
  ground,
});
