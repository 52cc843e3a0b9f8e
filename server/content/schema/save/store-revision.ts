import type { Unit } from '../../../core/app/unit.ts';
import { type Author, toColumns } from '../../../core/base/actor.ts';
import * as repository from '../template-repository.ts';

/** Who saves or deletes, and in which instance. */
export interface Editor extends Author {
  instanceId: number;
}

/**
 * Stores the state of a template after a save or a sync, or at its deletion, and emits the event; with a `changeSetId` that of
 * the change set includes it.
 */
export async function storeRevision(
  { query, emit }: Pick<Unit, 'query' | 'emit'>,
  { instanceId, ...author }: Editor,
  template: repository.StoredTemplate,
  action: 'create' | 'update' | 'delete',
  at: Date,
  changeSetId?: number,
): Promise<void> {
  const columns = toColumns(author);
  await repository.insertTemplateRevision(query, { ...template, ...columns, instanceId, action, at, changeSetId });
  if (changeSetId !== undefined) return;
  const { id, version } = template;
  await emit({ kind: 'template.changed', instanceId, author, template_id: id, action, version });
}
