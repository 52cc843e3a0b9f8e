import type { DotaItem } from './dota-source.ts';
import { drawEmblem } from './draw-emblem.ts';
import type { Colour } from './png.ts';

/** By quality, as its option has it. */
const colours: Record<string, Colour> = {
  common: [58, 140, 84],
  rare: [52, 104, 200],
  epic: [132, 70, 180],
  artifact: [212, 120, 32],
  consumable: [38, 150, 160],
  'consumable;laning': [38, 150, 160],
  secret_shop: [180, 150, 40],
};
const otherColour: Colour = [110, 116, 126];

/** A point of the stone for each, clockwise from the top. */
const bonuses = ['damage', 'attack_speed', 'agi', 'armor', 'health', 'strength', 'mana', 'intellect'];

/** What an item is: items that are alike share a picture. */
export interface ItemLook {
  /** Names the picture. */
  key: string;
  label: string;
  /** As base64. */
  draw: () => string;
}

/**
 * The look of an item by its data: its quality is the colour, its first two kinds of bonuses are the points of the stone, and the ground has
 * rings if it is used.
 */
export function itemLook({ qual, attrib = [], abilities = [] }: DotaItem): ItemLook {
  const names = attrib.map(({ key }) => key ?? '');
  const has = bonuses.filter((bonus) => names.some((name) => name.includes(bonus))).slice(0, 2);
  const isUsed = abilities.some(({ type }) => type !== 'passive');
  const quality = qual || 'other';
  const words = [
    quality.replaceAll(/[_;]/g, ' '),
    ...(isUsed ? ['used'] : []),
    ...has.map((bonus) => bonus.replace('_', ' ')),
  ];
  return {
    key: `item ${words.join(' ')}`,
    label: `Item: ${words.join(', ')}`,
    draw: () =>
      drawEmblem({
        colour: colours[quality] ?? otherColour,
        points: bonuses.map((bonus) => (has.includes(bonus) ? 1 - 0.15 * has.indexOf(bonus) : 0.15)),
        arcs: [1 + has.length, 2, isUsed ? 3 : 1],
        hasRings: isUsed,
      }).toString('base64'),
  };
}
