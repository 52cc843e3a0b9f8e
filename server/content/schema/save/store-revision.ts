import { type Author, toColumns } from '../../../core/base/actor.ts';
import type { Db } from '../../../core/database/database.ts';
import * as repository from '../template-repository.ts';

/** Who saves or deletes, and in which instance. */
export interface Editor extends Author {
  instanceId: number;
}

type Stored = Pick<repository.TemplateWrite, 'id' | 'label' | 'version' | 'fields'> & { key: number };

/** Stores the state of a template after a save or a sync, or at its deletion. */
export const storeRevision = (
  tx: Db,
  { instanceId, ...author }: Editor,
  { key, id, label, version, fields }: Stored,
  action: 'create' | 'update' | 'delete',
  at: Date,
  syncId?: number,
) =>
  repository.insertTemplateRevision(tx, {
    instanceId,
    templateKey: key,
    templateId: id,
    version,
    action,
    label,
    fields,
    ...toColumns(author),
    at,
    syncId,
  });
