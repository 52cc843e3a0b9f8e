import type { Db } from '../../../core/database/database.ts';
import * as repository from '../repository.ts';

/** Who saves or deletes, and where. */
export interface Editor {
  accountId: number;
  instanceId: number;
}

type Stored = Pick<repository.TemplateWrite, 'id' | 'label' | 'version' | 'fields'> & { key: number };

/** Keeps what a template is after a save, or was when it was deleted. */
export const keepRevision = (
  tx: Db,
  { accountId, instanceId }: Editor,
  { key, id, label, version, fields }: Stored,
  action: 'create' | 'update' | 'delete',
  at: Date,
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
  });
