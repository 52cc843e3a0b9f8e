import { sync, syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { usePlace } from '../../../shared/access/instance-context.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { syncDiffQueries } from '../../../shared/data/sync/sync-diffs.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { environmentLabel } from '../../../shared/ui/env-badge.tsx';
import classes from '../item/item-form.module.css';

export interface NextStateProps {
  instanceId: number;
  templateId: string;
  id: number;
}

/** How the item differs from the next environment, with a link to the difference; nothing for users who cannot see changes. */
export function NextState({ instanceId, templateId, id }: NextStateProps) {
  const env = usePlace(instanceId)?.env;
  const target = env && syncTarget(env);
  const mayCompare = useRefusal(sync.getItem) === null;
  const { data } = useQuery({
    ...syncDiffQueries(useRequest(), instanceId, null).item(templateId, id),
    enabled: mayCompare && target !== undefined,
  });
  if (!target || !data) return null;
  const name = environmentLabel(target);
  const differing = data.fields.length + Number(data.label_changed);
  if (data.target && differing === 0) return <span className={classes.state}>Same in {name}</span>;
  return (
    <Link
      className={classes.state}
      data-conflict={data.conflict || undefined}
      to={`${paths.sync}?instance=${instanceId}&show=item.${templateId}.${id}`}
    >
      {!data.target
        ? `Not in ${name} yet`
        : data.conflict
          ? `Edited in ${name}, too`
          : `${count(differing, 'field')} ${differing === 1 ? 'differs' : 'differ'} from ${name}`}
    </Link>
  );
}
