import type { AccessOf } from '@quartermaster/contract/access.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { authorizeInScope, type InstanceCaller } from '../../../core/session/access.ts';

type Needs = Pick<Deps, 'database' | 'clock'>;

/** What a release needs permissions for. */
interface Demanded {
  sourceId: number;
  targetId: number;
  exportsAfter: boolean;
}

/** Reads the current permissions of an account; throws if it may not sync out of the source, or not export the target. */
export async function readPublisher(
  deps: Needs,
  accountId: number,
  { sourceId, targetId, exportsAfter }: Demanded,
): Promise<InstanceCaller> {
  if (exportsAfter) await authorizeIn(deps, accountId, targetId, reports.start.access);
  return authorizeIn(deps, accountId, sourceId, sync.some.access);
}

/** An account as the caller of an endpoint in an instance; throws if it may not call it. */
export async function authorizeIn(
  { database: { query }, clock }: Needs,
  accountId: number,
  id: number,
  access: AccessOf<'instance'>,
): Promise<InstanceCaller> {
  const now = clock.now();
  // There is no session, and so none that can have ended.
  const issuedAt = Math.ceil(now.getTime() / 1000);
  const caller = await authorizeInScope({ access, safe: false }, { query, id, now, accountId, issuedAt });
  if (!('instanceId' in caller)) throw new AppError('not_found');
  return caller;
}
