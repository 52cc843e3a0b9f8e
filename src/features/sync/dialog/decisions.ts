import type { Decision, Side, SyncCheck, SyncResolution } from '@quartermaster/contract/endpoints/sync.ts';

/** What is done about the items that were edited in the target, too. */
export interface Decisions {
  /** Of single items, by {@link keyOf}. */
  items: ReadonlyMap<string, Decision>;
  /** Of all others. */
  others: Side | null;
  menu: Side | null;
}

/** Nothing is decided yet. */
export const noDecisions: Decisions = { items: new Map(), others: null, menu: null };

type Named = Pick<Decision, 'template_id' | 'id'>;

const keyOf = ({ template_id, id }: Named): string => `${template_id}/${id}`;

/** What is decided for an item; undefined if nothing is. */
export const decisionOf = ({ items, others }: Decisions, item: Named): Decision['take'] | undefined =>
  items.get(keyOf(item))?.take ?? others ?? undefined;

/** Whose value is kept of each field of an item, and of its label; undefined if the item is not decided by field. */
export function fieldsOf({ items }: Decisions, item: Named): Decision | undefined {
  const decision = items.get(keyOf(item));
  return decision?.take === 'fields' ? decision : undefined;
}

/** Decides for one item. */
export const decide = (decisions: Decisions, decision: Decision): Decisions => ({
  ...decisions,
  items: new Map(decisions.items).set(keyOf(decision), decision),
});

/** True if nothing keeps the sync from being started. */
export function isDecided(check: SyncCheck, decisions: Decisions): boolean {
  const { conflicts, menu_conflict, missing, missing_templates, still_linked, misfits } = check;
  if (missing.count + missing_templates.length + still_linked.count + misfits.count > 0) return false;
  if (menu_conflict && decisions.menu === null) return false;
  if (decisions.others !== null || conflicts.count === 0) return true;
  return conflicts.count <= conflicts.sample.length && conflicts.sample.every((item) => decisionOf(decisions, item));
}

/** The decisions as a sync sends them. */
export const resolutionOf = ({ items, others, menu }: Decisions): SyncResolution => ({
  ...(items.size > 0 && { decisions: [...items.values()] }),
  ...(others !== null && { conflicts: others }),
  ...(menu !== null && { menu_conflict: menu }),
});
