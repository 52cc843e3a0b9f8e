import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { authorizeAccount, type InstanceCaller } from '../../../core/session/access.ts';

/** What a release needs permissions for. */
interface Demanded {
  sourceId: number;
  targetId: number;
  exportsAfter: boolean;
}

/** Reads the current permissions of an account; throws if it may not sync out of the source, or not export the target. */
export async function readPublisher(
  deps: Pick<Deps, 'database' | 'clock'>,
  accountId: number,
  { sourceId, targetId, exportsAfter }: Demanded,
): Promise<InstanceCaller> {
  if (exportsAfter) await authorizeAccount(deps, accountId, targetId, reports.start.access);
  return authorizeAccount(deps, accountId, sourceId, sync.some.access);
}
