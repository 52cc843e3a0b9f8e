import { notFromProd, syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import type { Pair, Place } from '../../../content/model/instance-pair.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';

/** The instance and its target; throws 422 for Prod, which has none. */
export async function findPair(query: Query, instanceId: number): Promise<Pair> {
  const rows = await query<Place>(
    'select id, env, has_checks as "hasChecks" from instances where project_id = (select project_id from instances where id = $1)',
    [instanceId],
    'sync-pair',
  );
  const source = rows.find(({ id }) => id === instanceId);
  const env = source && syncTarget(source.env);
  if (source && !env) throw new AppError('invalid', { message: notFromProd });
  const target = rows.find((row) => row.env === env);
  if (!source || !target) throw new AppError('not_found');
  return { source, target };
}
