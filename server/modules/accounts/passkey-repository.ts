import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';

interface Passkey {
  id: number;
  name: string;
  credentialId: string;
  createdAt: Date;
  usedAt: Date | null;
  isBackedUp: boolean;
}

/** The passkeys of an account, the oldest one first. */
export const listPasskeys = (query: Query, accountId: number): Promise<Passkey[]> =>
  query(
    `select id, name, credential_id as "credentialId", created_at as "createdAt", used_at as "usedAt",
        is_backed_up as "isBackedUp"
      from passkeys where account_id = $1 order by id`,
    [accountId],
  );

/** A passkey as it signs in. */
export interface KnownPasskey {
  id: number;
  accountId: number;
  name: string;
  /** Base64url. */
  publicKey: string;
}

export async function findPasskey(query: Query, credentialId: string): Promise<KnownPasskey | undefined> {
  const [row] = await query<KnownPasskey>(
    `select id, account_id as "accountId", name, public_key as "publicKey" from passkeys where credential_id = $1`,
    [credentialId],
  );
  return row;
}

interface NewPasskey {
  accountId: number;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
  canBackUp: boolean;
  isBackedUp: boolean;
  name: string;
  now: Date;
}

/** False if it is known already, of whichever account. */
export async function insertPasskey(query: Query, passkey: NewPasskey): Promise<boolean> {
  const rows = await query(
    `insert into passkeys
        (account_id, credential_id, public_key, counter, transports, can_back_up, is_backed_up, name, created_at)
      values ($1, $2, $3, $4, $5::text::text[], $6, $7, $8, $9) on conflict (credential_id) do nothing returning 1`,
    [
      passkey.accountId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      textArray(passkey.transports),
      passkey.canBackUp,
      passkey.isBackedUp,
      passkey.name,
      passkey.now,
    ],
  );
  return rows.length > 0;
}

/** Stores a use; false if it was removed, or if its counter has not risen: those that do not count always sign with 0. */
export async function markPasskeyUsed(
  query: Query,
  { id, counter, isBackedUp, now }: { id: number; counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const rows = await query(
    `update passkeys set counter = $2::bigint, is_backed_up = $3, used_at = $4
      where id = $1 and (counter < $2::bigint or (counter = 0 and $2::bigint = 0)) returning 1`,
    [id, counter, isBackedUp, now],
  );
  return rows.length > 0;
}

/** Returns its name; undefined if the account has none with this id. */
export async function deletePasskey(query: Query, accountId: number, id: number): Promise<string | undefined> {
  const [row] = await query<{ name: string }>('delete from passkeys where account_id = $1 and id = $2 returning name', [
    accountId,
    id,
  ]);
  return row?.name;
}
