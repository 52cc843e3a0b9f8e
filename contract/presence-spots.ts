import type { GuardedEndpoint } from './access.ts';
import { items } from './endpoints/items.ts';
import { sync } from './endpoints/sync.ts';
import { templates } from './endpoints/templates.ts';

/** What people can have open together, with the endpoint whose access is needed to see and be seen. */
export const presenceSpots = {
  /** The items of a template, as a list or a grid. */
  list: items.list,
  item: items.get,
  template: templates.get,
  /** The changes between an instance and the next one. */
  sync: sync.listChanges,
} satisfies Record<string, GuardedEndpoint>;

/** One of them. */
export type SpotKind = keyof typeof presenceSpots;

/** What somebody has open: `template_id` of all but a sync, `item_id` of an item. */
export interface Spot {
  kind: SpotKind;
  template_id?: string;
  item_id?: number;
}

/** Equal for the same spot of an instance. */
export const spotKey = ({ kind, template_id, item_id }: Spot): string => [kind, template_id, item_id].join(' ').trim();

/** The parts that a spot of each kind has. */
const partsOf: Record<SpotKind, readonly ('template_id' | 'item_id')[]> = {
  list: ['template_id'],
  item: ['template_id', 'item_id'],
  template: ['template_id'],
  sync: [],
};

/** The part that a spot lacks, or has although its kind has none; undefined if it is complete. */
export const wrongPartOf = (spot: Spot): 'template_id' | 'item_id' | undefined =>
  (['template_id', 'item_id'] as const).find(
    (part) => partsOf[spot.kind].includes(part) !== (spot[part] !== undefined),
  );
