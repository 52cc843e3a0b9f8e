import type { ChangeSetCheck, ChangeSetResolution, Decision } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';

/** An item that was edited in the target, too. */
export type Conflict = ChangeSetCheck['conflicts']['sample'][number];

/** The decisions about the items that were edited in the target, too. */
export interface Decisions {
  /** For single items, by {@link keyOf}. */
  items: ReadonlyMap<string, Decision>;
  /** The revision of the check that the choices below belong to; null if there are none. */
  of: string | null;
  /** For all other items. */
  others: Side | null;
  menu: Side | null;
}

/** Updates the current decisions, also when an answer arrives late. */
export type Decide = (change: (decisions: Decisions) => Decisions) => void;

/** What is decided, and how to change it. */
export interface Deciding {
  decisions: Decisions;
  onDecide: Decide;
}

/** Nothing is decided yet. */
export const noDecisions: Decisions = { items: new Map(), of: null, others: null, menu: null };

type Named = Pick<Conflict, 'template_id' | 'id' | 'revision'>;

/** With the revision, as an item that was edited again has to be decided again. */
export const keyOf = ({ template_id, id, revision }: Named): string => `${template_id}/${id}/${revision}`;

/** The decision for an item; undefined if there is none. */
export const decisionOf = ({ items, others }: Decisions, item: Named): Decision['take'] | undefined =>
  items.get(keyOf(item))?.take ?? others ?? undefined;

/** What is decided for the item itself, whatever a check's dialog has for all others. */
export const itemDecisionOf = ({ items }: Decisions, item: Named): Decision['take'] | undefined =>
  items.get(keyOf(item))?.take;

/** A decision in the words of its options; undefined without one. */
export const takeText = (take: Decision['take'] | undefined, sides: Record<Side, string>): string | undefined =>
  take && { source: `Take ${sides.source}`, target: `Keep ${sides.target}`, fields: 'By field' }[take];

/** Which side's value to keep for each field of an item, and its label; undefined if the item is not decided by field. */
export function fieldsOf({ items }: Decisions, item: Named): Decision | undefined {
  const decision = items.get(keyOf(item));
  return decision?.take === 'fields' ? decision : undefined;
}

/** Sets the decision for one item. */
export const decide = (decisions: Decisions, item: Named, decision: Decision): Decisions => ({
  ...decisions,
  items: new Map(decisions.items).set(keyOf(item), decision),
});

/** Clears the decision for one item. */
export function undecide(decisions: Decisions, item: Named): Decisions {
  const items = new Map(decisions.items);
  items.delete(keyOf(item));
  return { ...decisions, items };
}

/** The decisions that apply to a check: those for all items or the menu apply only to the check that they were made for. */
export const decisionsAbout = ({ revision }: ChangeSetCheck, decisions: Decisions): Decisions =>
  decisions.of === revision ? decisions : { ...noDecisions, items: decisions.items, of: revision };

/** True for an item to be decided by field, while its fields are loading. */
export const isLoading = (decision: Decision | undefined): boolean =>
  decision?.take === 'fields' && decision.fields === undefined;

/** True for an item whose template the sync removes: it cannot stay without it. */
export const isTemplateRemoved = (
  { removed_templates }: ChangeSetCheck,
  item: Pick<Conflict, 'template_id'>,
): boolean => removed_templates.some(({ template_id }) => template_id === item.template_id);

/** True if a problem blocks the sync, whatever is decided. */
export const isBlocked = ({ missing, missing_templates, still_linked, incompatible }: ChangeSetCheck): boolean =>
  missing.count + missing_templates.length + still_linked.count + incompatible.count > 0;

/** True if nothing blocks the sync. */
export function isDecided(check: ChangeSetCheck, decisions: Decisions): boolean {
  const { conflicts, menu_conflict } = check;
  if (isBlocked(check)) return false;
  if (menu_conflict && decisions.menu === null) return false;
  if (conflicts.sample.some((item) => isLoading(fieldsOf(decisions, item)))) return false;
  const isSettled = (item: Named) => {
    const take = decisionOf(decisions, item);
    return take !== undefined && (take === 'source' || !isTemplateRemoved(check, item));
  };
  const isWhole = decisions.others !== null || conflicts.count <= conflicts.sample.length;
  return isWhole && conflicts.sample.every(isSettled);
}

/** The decisions about a check's conflicts, in the format of the sync call. */
export function resolutionOf({ conflicts }: ChangeSetCheck, { items, others, menu }: Decisions): ChangeSetResolution {
  const decisions = conflicts.sample.flatMap((item) => items.get(keyOf(item)) ?? []);
  return {
    ...(decisions.length > 0 && { decisions }),
    ...(others !== null && { conflicts: others }),
    ...(menu !== null && { menu_conflict: menu }),
  };
}
