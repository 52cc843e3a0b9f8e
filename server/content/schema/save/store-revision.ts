import type { Unit } from '../../../core/app/unit.ts';
import { type Author, toColumns } from '../../../core/base/actor.ts';
import * as repository from '../template-repository.ts';

/** Who saves or deletes, and in which instance. */
export interface Editor extends Author {
  instanceId: number;
}

type Stored = Pick<repository.TemplateWrite, 'id' | 'label' | 'version' | 'fields'> & { key: number };

/**
 * Stores the state of a template after a save or a sync, or at its deletion, and emits the event; with a `changeSetId` that of
 * the change set includes it.
 */
export async function storeRevision(
  { tx, emit }: Pick<Unit, 'tx' | 'emit'>,
  { instanceId, ...author }: Editor,
  { key, id, label, version, fields }: Stored,
  action: 'create' | 'update' | 'delete',
  at: Date,
  changeSetId?: number,
): Promise<void> {
  await repository.insertTemplateRevision(tx, {
    instanceId,
    templateKey: key,
    templateId: id,
    version,
    action,
    label,
    fields,
    ...toColumns(author),
    at,
    changeSetId,
  });
  if (changeSetId === undefined)
    await emit({ kind: 'template.changed', instanceId, author, template_id: id, action, version });
}
