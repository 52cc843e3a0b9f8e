import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { field, inOrder } from './sample-template.ts';

/** Abilities whose effects deal damage, heal or summon. The options of the row type are left to the server. */
export const abilityFields = (...left: string[]): SaveTemplateField[] => {
  const has = (shape: string) => !left.includes(shape);
  return inOrder([
    field('title', 'text'),
    field('effects', 'dynamic-group'),
    field('kind', 'row-type', { name: 'type', parentId: 'effects' }),
    field('chance', 'float', { parentId: 'effects' }),
    ...(has('damage')
      ? [
          field('damage', 'shape', { label: 'Damage', parentId: 'effects' }),
          field('damage-amount', 'integer', { name: 'amount', required: true, parentId: 'damage' }),
          field('element', 'text', { parentId: 'damage' }),
        ]
      : []),
    ...(has('heal')
      ? [
          field('heal', 'shape', { label: 'Heal', parentId: 'effects' }),
          field('heal-amount', 'integer', { name: 'amount', parentId: 'heal' }),
          field('over', 'group', { parentId: 'heal' }),
          field('seconds', 'integer', { parentId: 'over' }),
        ]
      : []),
    ...(has('summon')
      ? [
          field('summon', 'shape', { label: 'Summon', parentId: 'effects' }),
          field('units', 'dynamic-group', { parentId: 'summon' }),
          field('unit', 'text', { parentId: 'units' }),
        ]
      : []),
  ]);
};

/** A row of each shape. */
export const abilityValues = {
  title: 'Storm',
  effects: [
    { kind: 'damage', chance: 0.5, 'damage-amount': 30, element: 'fire' },
    { kind: 'heal', 'heal-amount': 5, seconds: 3 },
    { kind: 'summon', units: [{ unit: 'wolf' }, { unit: 'bear' }] },
  ],
};
