import type { ImportDecision, ImportDecisions, ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import { count } from '../ui/count.ts';
import type { OutcomeCounts } from './outcomes.ts';

/** Which value a field in conflict gets: that of the row, or the current one. */
export type Side = 'new' | 'current';

/** An item in conflict, as it was when it was decided. */
interface Item {
  itemId: number;
  /** All its fields in conflict. */
  conflicts: readonly string[];
  version: number | null;
}

/** The decisions about an item in conflict. */
interface DecidedItem extends Pick<Item, 'conflicts' | 'version'> {
  sides: ReadonlyMap<string, Side>;
}

/** What the user has decided about checked rows. */
export interface Decided {
  /** For conflicts without a decision of their own. */
  others: Side | undefined;
  items: ReadonlyMap<number, DecidedItem>;
  leaveOutRefused: boolean;
}

/** No decision. */
export const undecided: Decided = { others: undefined, items: new Map(), leaveOutRefused: false };

/** The fields that both sides have changed. */
export const conflictsOf = ({ fields }: Pick<ImportedRow, 'fields'>): string[] =>
  fields.flatMap(({ field_id, is_conflict }) => (is_conflict ? [field_id] : []));

/** The side of a field in conflict, decided for it or for all. */
export const sideOf = ({ items, others }: Decided, itemId: number, fieldId: string): Side | undefined =>
  items.get(itemId)?.sides.get(fieldId) ?? others;

/** The decisions with a side for some of the fields of an item that are in conflict. */
export function decide(
  decided: Decided,
  { itemId, conflicts, version }: Item,
  fieldIds: readonly string[],
  side: Side,
): Decided {
  const sides = new Map(decided.items.get(itemId)?.sides);
  for (const fieldId of fieldIds) sides.set(fieldId, side);
  return { ...decided, items: new Map(decided.items).set(itemId, { sides, conflicts, version }) };
}

/** How many of the conflicts are not decided. */
export function openConflicts(conflicts: number, { others, items }: Decided): number {
  if (others !== undefined) return 0;
  return conflicts - [...items.values()].filter((item) => item.sides.size >= item.conflicts.length).length;
}

/** What prevents checked rows from being applied, as a sentence; undefined if nothing does. `otherwise` can be done about refused rows. */
export function openQuestion(counts: OutcomeCounts, decided: Decided, otherwise: string): string | undefined {
  const { conflict, refused, added, changed } = counts;
  const open = openConflicts(conflict, decided);
  if (open > 0) return `Decide ${open === 1 ? 'the conflict' : count(open, 'conflict')} first.`;
  if (refused > 0 && !decided.leaveOutRefused) {
    const [are, them] = refused === 1 ? ['is', 'it'] : ['are', 'them'];
    return `${count(refused, 'row')} ${are} refused. Leave ${them} out, or ${otherwise}.`;
  }
  return added + changed + conflict === 0 ? 'Nothing would change.' : undefined;
}

/** The decisions as they are sent. */
export function toDecisions(decided: Decided): ImportDecisions {
  const { others, items, leaveOutRefused } = decided;
  const decisions = [...items].flatMap(([id, { conflicts }]): ImportDecision[] => {
    const fields = conflicts.flatMap((field_id) => {
      const take = sideOf(decided, id, field_id);
      return take ? [{ field_id, take }] : [];
    });
    const [first] = fields;
    if (!first || fields.length < conflicts.length) return [];
    return [
      fields.every(({ take }) => take === first.take) ? { id, take: first.take } : { id, take: 'fields', fields },
    ];
  });
  return {
    ...(others && { conflicts: others }),
    ...(leaveOutRefused && { leave_out_refused: true }),
    ...(decisions.length > 0 && { decisions }),
  };
}
