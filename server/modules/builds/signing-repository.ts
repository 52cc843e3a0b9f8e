import { mostSigningKeys } from '@quartermaster/contract/shapes/builds.ts';
import type { Query } from '../../core/database/database.ts';

/** A key of a project. */
export interface StoredKey {
  key_id: string;
  public_key: string;
  /** Encrypted; null for a key that does not sign any more. */
  private_key: string | null;
  created_at: Date;
}

/** Newest first. */
export const listKeys = (query: Query, projectId: number): Promise<StoredKey[]> =>
  query<StoredKey>(
    `select key_id, public_key, private_key, created_at from signing_keys where project_id = $1 order by id desc limit ${mostSigningKeys}`,
    [projectId],
    'signing-keys',
  );

/** Locks the keys of a project until the end of the transaction; throws nothing if it was deleted. */
export const lockKeys = (query: Query, projectId: number): Promise<unknown> =>
  query('select 1 from projects where id = $1 for update', [projectId]);

/** Stores a key that signs. */
export async function insertKey(
  query: Query,
  projectId: number,
  { key_id, public_key, private_key, created_at }: StoredKey,
): Promise<void> {
  await query(
    'insert into signing_keys (project_id, key_id, public_key, private_key, created_at) values ($1, $2, $3, $4, $5)',
    [projectId, key_id, public_key, private_key, created_at],
  );
}

/** Deletes the private keys of a project, except that of its newest key if `kept` says so; the public keys stay. */
export async function retireKeys(
  query: Query,
  projectId: number,
  { isStored, at }: { isStored: boolean; at: Date },
): Promise<void> {
  await query(
    `update signing_keys set private_key = null, retired_at = $3 where project_id = $1 and private_key is not null
      and id not in (select id from signing_keys where project_id = $1 and $2 order by id desc limit 1)`,
    [projectId, isStored, at],
  );
}
