import type { Query } from '../../core/database/database.ts';

/** A token as it is kept: encrypted to be shown again, hashed to be found. */
export interface KeptToken {
  encrypted: string;
  hash: string;
}

interface NewToken extends KeptToken {
  instanceId: number;
  at: Date;
}

export async function getToken(query: Query, instanceId: number): Promise<string | undefined> {
  const [row] = await query<{ encrypted: string }>('select encrypted from api_tokens where instance_id = $1', [
    instanceId,
  ]);
  return row?.encrypted;
}

/** Keeps the token where the instance has none; of several at the same time the first one stays. */
export async function createToken(query: Query, { instanceId, encrypted, hash, at }: NewToken): Promise<void> {
  await query(
    `insert into api_tokens (instance_id, encrypted, token_hash, created_at) values ($1, $2, $3, $4)
      on conflict (instance_id) do nothing`,
    [instanceId, encrypted, hash, at],
  );
}

/** Keeps the token in place of the one before, which is of no use from then on. */
export async function replaceToken(query: Query, { instanceId, encrypted, hash, at }: NewToken): Promise<void> {
  await query(
    `insert into api_tokens (instance_id, encrypted, token_hash, created_at) values ($1, $2, $3, $4)
      on conflict (instance_id) do update set encrypted = $2, token_hash = $3, created_at = $4`,
    [instanceId, encrypted, hash, at],
  );
}
