import type { Query } from '../../core/database/database.ts';

/** A stored token: encrypted to be displayed again, hashed for lookups. */
export interface StoredToken {
  encrypted: string;
  hash: string;
}

interface NewToken extends StoredToken {
  instanceId: number;
  at: Date;
}

export async function getToken(query: Query, instanceId: number): Promise<string | undefined> {
  const [row] = await query<{ encrypted: string }>('select encrypted from api_tokens where instance_id = $1', [
    instanceId,
  ]);
  return row?.encrypted;
}

/** Stores the token if the instance has none; of several concurrent calls the first one wins. */
export async function createToken(query: Query, { instanceId, encrypted, hash, at }: NewToken): Promise<void> {
  await query(
    `insert into api_tokens (instance_id, encrypted, token_hash, created_at) values ($1, $2, $3, $4)
      on conflict (instance_id) do nothing`,
    [instanceId, encrypted, hash, at],
  );
}

/** Replaces the instance's token; the previous one becomes invalid. */
export async function replaceToken(query: Query, { instanceId, encrypted, hash, at }: NewToken): Promise<void> {
  await query(
    `insert into api_tokens (instance_id, encrypted, token_hash, created_at) values ($1, $2, $3, $4)
      on conflict (instance_id) do update set encrypted = $2, token_hash = $3, created_at = $4`,
    [instanceId, encrypted, hash, at],
  );
}
