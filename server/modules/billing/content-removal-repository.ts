import type { Query } from '../../core/database/database.ts';

/** A canceled workspace that still has content. */
export interface CanceledWorkspace {
  id: number;
  name: string;
  billingDate: Date;
  warned: number | null;
  removalAt: Date | null;
}

/** The maximum number per run of the job. */
const atOnce = 200;

const canceled = `
  select w.id, w.name, s.next_billing_date_at as "billingDate", s.removal_warned as warned, s.removal_at as "removalAt"
  from subscriptions s join workspaces w on w.id = s.workspace_id
  where s.status = 'canceled' and s.next_billing_date_at <= $1 and s.removal_warned is distinct from 0
    and exists (select from projects p where p.workspace_id = w.id and p.status = 'Active')`;

/** Those with a billing date before a time, oldest first; if they have a removal date, only once that has come. */
export const listCanceled = (query: Query, before: Date, now: Date): Promise<CanceledWorkspace[]> =>
  query(
    `${canceled} and (s.removal_at is null or s.removal_at <= $2) order by s.next_billing_date_at limit ${atOnce}`,
    [before, now],
  );

/** One of them, unless it has a plan again; locks its subscription until the end of the transaction. */
export async function lockCanceled(query: Query, id: number, before: Date): Promise<CanceledWorkspace | undefined> {
  const [row] = await query<CanceledWorkspace>(`${canceled} and w.id = $2 for update of s`, [before, id]);
  return row;
}

export async function writeRemoval(
  query: Query,
  workspaceId: number,
  { warned, removalAt }: { warned: number; removalAt: Date | null },
): Promise<void> {
  await query('update subscriptions set removal_warned = $2, removal_at = $3 where workspace_id = $1', [
    workspaceId,
    warned,
    removalAt,
  ]);
}

/** Hides the projects, for the job that removes projects; they cannot be restored. */
export async function hideProjects(query: Query, workspaceId: number, now: Date): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `update projects set status = 'DeleteInProgress', delete_after = $2 where workspace_id = $1 and status = 'Active' returning id`,
    [workspaceId, now],
  );
  return rows.map(({ id }) => id);
}
