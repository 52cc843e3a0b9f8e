import type { DotaHero } from './dota-source.ts';
import { drawEmblem } from './draw-emblem.ts';
import type { Colour } from './png.ts';

/** By primary attribute. */
const colours: Record<string, Colour> = {
  str: [200, 62, 46],
  agi: [46, 150, 84],
  int: [52, 118, 200],
  all: [142, 88, 178],
};
const otherColour: Colour = [120, 120, 120];

/** A point of the stone for each, clockwise from the top. */
const roles = ['Carry', 'Disabler', 'Initiator', 'Durable', 'Support', 'Escape', 'Nuker', 'Pusher'];
const gains = ['str_gain', 'agi_gain', 'int_gain'];

/**
 * A picture drawn from the hero's data, as base64: its roles as the points of a stone, the first one the longest, its
 * attribute as the colour, what it gains by level as the arcs of the frame, and how it attacks as the ground.
 */
export function heroPortrait(hero: DotaHero): string {
  const emblem = {
    colour: colours[String(hero.primary_attr)] ?? otherColour,
    points: roles.map((role) => {
      const index = hero.roles.indexOf(role);
      return index === -1 ? 0.1 : 1 - 0.11 * index;
    }),
    arcs: gains.map((gain) => Number(hero[gain]) || 1),
    hasRings: hero.attack_type === 'Ranged',
  };
  return drawEmblem(emblem).toString('base64');
}
