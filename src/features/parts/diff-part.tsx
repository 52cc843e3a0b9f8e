import { sync, syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import type { DiffValues } from '@quartermaster/contract/parts/part-api.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { itemHistoryQueries } from '../../shared/data/history.ts';
import { syncDiffQueries } from '../../shared/data/sync/sync-diffs.ts';
import { DiffState } from '../../shared/item-diff/diff-panel.tsx';
import { ItemDiffView } from '../../shared/item-diff/item-diff.tsx';
import { useRequest } from '../../shared/services/request.ts';
import classes from './parts.module.css';

/** An item field by field: in two versions, or in its instance and the next environment. */
export function DiffPart({ templateId, id, versions }: DiffValues) {
  if (versions) return <Versions templateId={templateId} id={id} versions={versions} />;
  return (
    <RequireAccess to={sync.getItem}>
      <Environments templateId={templateId} id={id} />
    </RequireAccess>
  );
}

function Versions({ templateId, id, versions }: DiffValues & { versions: NonNullable<DiffValues['versions']> }) {
  const instanceId = useInstanceId();
  const { from, to } = versions;
  const { compare } = itemHistoryQueries(useRequest(), { instanceId, templateId, id });
  const { data, error, refetch } = useQuery(compare(from, to));
  if (!data) return <DiffState error={error} retry={() => void refetch()} />;
  return (
    <div className={classes.changes}>
      <ItemDiffView diff={data.diff} sides={null} targetId={instanceId} isPast />
    </div>
  );
}

function Environments({ templateId, id }: Pick<DiffValues, 'templateId' | 'id'>) {
  const instanceId = useInstanceId();
  const context = useInstanceContext();
  const { data, error, refetch } = useQuery(syncDiffQueries(useRequest(), instanceId, null).item(templateId, id));
  const target = context ? syncTarget(context.env) : undefined;
  const other = context?.project.instances.find(({ env }) => env === target);
  if (!data || !context || !other) return <DiffState error={error} retry={() => void refetch()} />;
  const sides = { source: context.env, target: other.env };
  return (
    <div className={classes.changes}>
      <ItemDiffView diff={data} sides={sides} targetId={other.id} isPast={false} />
    </div>
  );
}
