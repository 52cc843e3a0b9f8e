import { createHash } from 'node:crypto';
import type { ChangeSet } from '../../content/change-sets/change-set.ts';
import type { NewChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { decideBy, sidesOf } from '../../content/change-sets/imports/decide.ts';
import { importChangeSet } from '../../content/change-sets/imports/import-change-set.ts';
import type { OutcomeCounts, ReadChecked } from '../../content/change-sets/imports/import-row.ts';
import { projectOf, reserveIds } from '../../content/documents/item-repository.ts';
import type { Place } from '../../content/model/instance-pair.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import type { Actor } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import type { ImportResolution } from '../../core/tables/imports.ts';

/** A checked import that is to be applied. */
export interface Applying {
  instance: Place;
  model: TemplateModel;
  read: ReadChecked;
  resolution: ImportResolution;
}

/** The change set of an import whose new items have the ids from `firstId` on. */
export function changeSetOf(query: Query, { resolution, ...parts }: Applying, firstId: number): ChangeSet {
  const { itemLimit, mayEditReadOnly } = resolution;
  const fingerprint = createHash('md5').update(JSON.stringify(resolution)).digest('hex').slice(0, 12);
  const decide = decideBy(resolution);
  return importChangeSet(query, { ...parts, firstId, itemLimit, mayEditReadOnly, fingerprint, decide });
}

/** The same, with ids that are taken for its new items. */
export async function buildImport(query: Query, applying: Applying, newRows: number): Promise<ChangeSet> {
  const { id } = applying.instance;
  const firstId = newRows > 0 ? await reserveIds(query, await projectOf(query, id), newRows) : 0;
  return changeSetOf(query, applying, firstId);
}

/** A change set of rows by an actor. */
export const newChangeSet = (
  { actor, origin }: { actor: Actor; origin: 'import' | 'grid' },
  counts: OutcomeCounts,
  at: Date,
): NewChangeSet => ({
  actor,
  note: '',
  request: { selection: null },
  reviewId: null,
  at,
  contentFrom: origin,
  counts: { added: counts.added, updated: counts.changed + counts.conflict, removed: 0 },
});

/** True if rows would change items, unless decisions keep all of them. */
export const hasChanges = ({ added, changed, conflict }: OutcomeCounts): boolean => added + changed + conflict > 0;

/** Why a checked import cannot be applied as requested: rows are refused, or in conflict without a decision. */
export async function blockedBy(
  counts: OutcomeCounts,
  read: ReadChecked,
  resolution: ImportResolution,
): Promise<'refused' | 'conflict' | undefined> {
  if (counts.refused > 0 && !resolution.leave_out_refused) return 'refused';
  if (counts.conflict === 0 || resolution.conflicts) return undefined;
  if ((resolution.decisions ?? []).length < counts.conflict) return 'conflict';
  const decide = decideBy(resolution);
  for await (const { rows } of read({ outcomes: ['conflict'] }))
    if (rows.some((row) => row.outcome === 'conflict' && !sidesOf(row, decide(row)))) return 'conflict';
  return undefined;
}
