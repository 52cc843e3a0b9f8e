import type { Query } from '../../core/database/database.ts';
import type { StoredSheetList } from '../../core/tables/sheet-addresses.ts';

/** An address as it is listed. */
export interface ListedAddress {
  id: number;
  name: string;
  list: StoredSheetList;
  may_propose: boolean;
  by: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

const listed = `select a.id, a.name, a.list, a.may_propose, nullif(u.name, '') as by, a.created_at, a.last_used_at
  from sheet_addresses a join accounts u on u.id = a.account_id`;

/** Oldest first. */
export const listAddresses = (query: Query, templateKey: number): Promise<ListedAddress[]> =>
  query<ListedAddress>(`${listed} where a.template_key = $1 order by a.id`, [templateKey], 'sheet-addresses');

interface NewAddress {
  instanceId: number;
  templateKey: number;
  accountId: number;
  name: string;
  list: StoredSheetList;
  mayPropose: boolean;
  tokenHash: string;
  at: Date;
}

/** Stores an address, unless the template has as many as allowed. */
export async function insertAddress(
  query: Query,
  address: NewAddress,
  most: number,
): Promise<ListedAddress | undefined> {
  const { instanceId, templateKey, accountId, name, list, mayPropose, tokenHash, at } = address;
  const [row] = await query<{ id: number }>(
    `insert into sheet_addresses (instance_id, template_key, account_id, name, list, may_propose, token_hash, created_at)
      select $1::int, $2::int, $3::int, $4::text, $5::text::jsonb, $6::boolean, $7::text, $8::timestamptz
      where (select count(*) from sheet_addresses where template_key = $2) < $9::int
      returning id`,
    [instanceId, templateKey, accountId, name, JSON.stringify(list), mayPropose, tokenHash, at.toISOString(), most],
  );
  return row && (await query<ListedAddress>(`${listed} where a.id = $1`, [row.id]))[0];
}

/** Returns false if the template has no such address. */
export const deleteAddress = async (query: Query, templateKey: number, id: number): Promise<boolean> =>
  (await query('delete from sheet_addresses where template_key = $1 and id = $2 returning id', [templateKey, id]))
    .length > 0;

/** Deletes the addresses that a member has made in a workspace. */
export async function deleteAddressesOf(
  query: Query,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
): Promise<void> {
  await query(
    `delete from sheet_addresses where account_id = $2 and instance_id in (
        select i.id from instances i join projects p on p.id = i.project_id where p.workspace_id = $1)`,
    [workspaceId, accountId],
  );
}

/** An address as it is used. */
export interface UsedAddress {
  id: number;
  account_id: number;
  template_id: string;
  list: StoredSheetList;
  may_propose: boolean;
  created_at: Date;
}

/** The address of an instance with a token. */
export async function findAddress(
  query: Query,
  instanceId: number,
  tokenHash: string,
): Promise<UsedAddress | undefined> {
  const [row] = await query<UsedAddress>(
    `select a.id, a.account_id, t.id as template_id, a.list, a.may_propose, a.created_at
      from sheet_addresses a join templates t on t.key = a.template_key
      where a.token_hash = $1 and a.instance_id = $2 and t.instance_id = $2`,
    [tokenHash, instanceId],
    'sheet-address',
  );
  return row;
}

/** Stores the time of a use, at most once a minute. */
export const storeUse = (query: Query, id: number, at: Date): Promise<unknown> =>
  query(
    `update sheet_addresses set last_used_at = $2::timestamptz
      where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    [id, at.toISOString()],
    'sheet-address-used',
  );
