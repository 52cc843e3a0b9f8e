import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { type DrawableField, drawableIn } from '../../../../shared/charts/drawable-fields.ts';
import { changeText, statText } from '../../../../shared/charts/value-text.ts';
import { chartQueries, type DrawnChanges } from '../../../../shared/data/charts.ts';
import type { SyncScope } from '../../../../shared/data/sync/sync-scope.ts';
import { drawSync } from '../../../../shared/data/sync/syncs.ts';
import { templateQueries, treeOf } from '../../../../shared/data/templates.ts';
import { fieldsOf } from '../../../../shared/item-diff/difference-text.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import classes from './release-panel.module.css';

interface ReleaseSumProps {
  scope: SyncScope;
  list: Pick<UseQueryResult<ChangeList>, 'data'>;
}

/** What a release does to the sum of the first number that it changes, over all items in its target; nothing if that stays. */
export function ReleaseSum({ scope, list }: ReleaseSumProps) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const { data } = list;
  const { templateId, labels } = useMemo(() => changedIn(data), [data]);
  const { data: template } = useQuery({
    ...templateQueries.get(request, instanceId, templateId ?? ''),
    enabled: templateId !== undefined,
  });
  const field = useMemo(() => {
    const fields = template ? drawableIn(treeOf(template)) : [];
    return fields.find(({ settings }) => labels.has(settings.label || settings.name)) ?? fields.find(isNoKey);
  }, [template, labels]);
  const changes = useMemo(
    (): DrawnChanges => ({
      about: field && data && ['sync', scope, data.revision],
      load: (chart, signal) => drawSync(request, instanceId, scope, chart, signal),
    }),
    [request, instanceId, scope, data, field],
  );
  const chart = { template_id: templateId ?? '', field_id: field?.id ?? '' };
  const { data: drawn } = useQuery(chartQueries.changes(instanceId, changes, chart));
  const [before, after] = [drawn?.before.stats?.sum ?? null, drawn?.after.stats?.sum ?? null];
  if (!field || before === null || after === null || before === after) return null;
  return (
    <>
      <dt title={`Sum of ${field.name}`}>Sum of {field.name}</dt>
      <dd className={classes.sum}>
        {statText(before, field.settings)} → {statText(after, field.settings)}
        <span className={classes.quiet}>{changeText(before, after)}</span>
      </dd>
    </>
  );
}

const isNoKey = ({ settings }: DrawableField) => !settings.unique;

/** The first template with changed items, and the fields that change, as far as they are known. */
function changedIn(list: ChangeList | undefined) {
  const changed = list?.templates.find(({ items }) => items.length > 0);
  const fields = (changed?.items ?? []).flatMap(({ difference }) => (difference ? fieldsOf(difference) : []));
  return { templateId: changed?.template_id, labels: new Set(fields.map(({ label }) => label)) };
}
