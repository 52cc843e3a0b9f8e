import type { Rule } from '@quartermaster/contract/field-types/rules.ts';
import { field, inOrder } from './sample-template.ts';

export const minBelowMax: Rule = { name: 'Range', condition: 'stats.min <= max', message: 'must not be above Max' };
export const highMax: Rule = { name: 'High', condition: 'max < 100', message: 'is unusually high', warning: true };
export const sumOfDrops: Rule = {
  name: 'Sum',
  condition: 'drops.map(d, d.weight).sum() == 100 || drops.size() == 0',
  message: 'must sum to 100',
};
export const dropBelowMax: Rule = {
  name: 'Drop',
  condition: 'weight <= item.max',
  message: 'must not be above the Max of the item',
};

interface Rules {
  min?: readonly Rule[];
  max?: readonly Rule[];
  drops?: readonly Rule[];
  weight?: readonly Rule[];
}

/** Fields with conditions: `min` in a group, `weight` in rows. */
export const ruledFields = ({ min, max, drops, weight }: Rules) =>
  inOrder([
    field('max', 'integer', { ...(max && { rules: max }) }),
    field('stats', 'group'),
    field('min', 'integer', { parentId: 'stats', ...(min && { rules: min }) }),
    field('drops', 'dynamic-group', { ...(drops && { rules: drops }) }),
    field('weight', 'float', { parentId: 'drops', ...(weight && { rules: weight }) }),
  ]);
