import type {
  Import,
  ImportDecision,
  ImportDecisions,
  ImportedRow,
} from '@quartermaster/contract/endpoints/imports.ts';
import { count } from '../../../shared/ui/count.ts';

/** Which value a field in conflict gets: that of the file, or the current one. */
export type Side = 'file' | 'current';

/** The decisions about an item in conflict. */
interface DecidedItem {
  sides: ReadonlyMap<string, Side>;
  /** All its fields in conflict. */
  conflicts: readonly string[];
}

/** What the user has decided about an import. */
export interface Decided {
  /** For conflicts without a decision of their own. */
  others: Side | undefined;
  items: ReadonlyMap<number, DecidedItem>;
  leaveOutRefused: boolean;
}

/** No decision. */
export const undecided: Decided = { others: undefined, items: new Map(), leaveOutRefused: false };

/** The fields that both sides have changed. */
export const conflictsOf = ({ fields }: ImportedRow): string[] =>
  fields.flatMap(({ field_id, is_conflict }) => (is_conflict ? [field_id] : []));

/** The side of a field in conflict, decided for it or for all. */
export const sideOf = ({ items, others }: Decided, itemId: number, fieldId: string): Side | undefined =>
  items.get(itemId)?.sides.get(fieldId) ?? others;

/** The decisions with a side for some of the fields of an item that are in conflict. */
export function decide(
  decided: Decided,
  { itemId, conflicts }: { itemId: number; conflicts: readonly string[] },
  fieldIds: readonly string[],
  side: Side,
): Decided {
  const sides = new Map(decided.items.get(itemId)?.sides);
  for (const fieldId of fieldIds) sides.set(fieldId, side);
  return { ...decided, items: new Map(decided.items).set(itemId, { sides, conflicts }) };
}

/** Why an import cannot be applied yet, as a sentence; undefined if it can. */
export function openQuestion({ counts }: Pick<Import, 'counts'>, decided: Decided): string | undefined {
  const { conflict, refused, added, changed } = counts;
  const whole = [...decided.items.values()].filter(({ sides, conflicts }) => sides.size >= conflicts.length);
  const open = decided.others === undefined ? conflict - whole.length : 0;
  if (open > 0) return `Decide ${open === 1 ? 'the conflict' : count(open, 'conflict')} first.`;
  if (refused > 0 && !decided.leaveOutRefused)
    return `${count(refused, 'row')} ${refused === 1 ? 'is' : 'are'} refused. Mend the file, or import what is valid.`;
  return added + changed + conflict === 0 ? 'There is nothing to import.' : undefined;
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
