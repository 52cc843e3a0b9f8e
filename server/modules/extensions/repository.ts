import type { ExtensionParts } from '@quartermaster/contract/endpoints/extensions.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';

/** An extension as it is listed, without its script. */
export interface ListedExtension {
  id: number;
  name: string;
  version: string;
  title: string;
  address: string;
  editor_types: FieldType[];
  has_cells: boolean;
  parts: ExtensionParts;
  hash: string;
  by: string | null;
  allowed_at: Date;
}

const listed = `select e.id, e.name, e.version, e.title, e.address, e.editor_types, e.has_cells, e.parts, e.hash,
    nullif(a.name, '') as by, e.allowed_at
  from extensions e left join accounts a on a.id = e.account_id`;

/** By name. */
export const listExtensions = (query: Query, workspaceId: number): Promise<ListedExtension[]> =>
  query<ListedExtension>(`${listed} where e.workspace_id = $1 order by e.name`, [workspaceId], 'extensions-list');

/** What is stored of an extension. */
export interface NewExtension extends Omit<ListedExtension, 'id' | 'by' | 'allowed_at'> {
  script: string;
}

/** Creates the extension of this name, or replaces its version. */
export async function writeExtension(
  query: Query,
  { workspaceId, accountId, at }: { workspaceId: number; accountId: number | null; at: Date },
  { name, version, title, address, editor_types, has_cells, parts, hash, script }: NewExtension,
): Promise<void> {
  await query(
    `insert into extensions
        (workspace_id, name, version, title, address, editor_types, has_cells, parts, hash, script, account_id, allowed_at)
      values ($1, $2, $3, $4, $5, $6::text::text[], $7, $8::text::jsonb, $9, $10, $11, $12)
      on conflict (workspace_id, name) do update set version = excluded.version, title = excluded.title,
        address = excluded.address, editor_types = excluded.editor_types, has_cells = excluded.has_cells, parts = excluded.parts,
        hash = excluded.hash, script = excluded.script, account_id = excluded.account_id, allowed_at = excluded.allowed_at`,
    [
      ...[workspaceId, name, version, title, address, textArray(editor_types), has_cells, JSON.stringify(parts)],
      ...[hash, script, accountId, at],
    ],
  );
}

/** Locks the workspace until the end of the transaction: two owners may allow extensions at the same time. */
export const lockWorkspace = (query: Query, workspaceId: number): Promise<unknown> =>
  query('select 1 from workspaces where id = $1 for update', [workspaceId]);

/** Deletes an extension; undefined if the workspace does not have it. */
export async function deleteExtension(
  query: Query,
  workspaceId: number,
  id: number,
): Promise<Pick<ListedExtension, 'name' | 'version' | 'address'> | undefined> {
  const [deleted] = await query<Pick<ListedExtension, 'name' | 'version' | 'address'>>(
    'delete from extensions where workspace_id = $1 and id = $2 returning name, version, address',
    [workspaceId, id],
  );
  return deleted;
}

/** A script, whichever workspace has allowed it. */
export async function findScript(query: Query, hash: string): Promise<{ title: string; script: string } | undefined> {
  const [found] = await query<{ title: string; script: string }>(
    'select title, script from extensions where hash = $1 order by id limit 1',
    [hash],
    'extension-script',
  );
  return found;
}
