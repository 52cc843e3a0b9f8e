import type { Db } from '../../../core/database/database.ts';
import * as repository from '../template-repository.ts';

/** The account that saves or deletes, and the instance. */
export interface Editor {
  accountId: number;
  instanceId: number;
}

type Stored = Pick<repository.TemplateWrite, 'id' | 'label' | 'version' | 'fields'> & { key: number };

/** Stores the state of a template after a save or a sync, or at its deletion. */
export const storeRevision = (
  tx: Db,
  { accountId, instanceId }: Editor,
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
    accountId,
    at,
    syncId,
  });
