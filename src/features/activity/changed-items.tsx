import { Button, Skeleton, Stack } from '@mantine/core';
import type { ActivityEntry } from '@quartermaster/contract/endpoints/activity.ts';
import type { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { changeSetPath, paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { changeSetQueries } from '../../shared/data/change-sets.ts';
import { itemQueries } from '../../shared/data/items.ts';
import { trashPath } from '../../shared/data/trash.ts';
import { HttpError } from '../../shared/http/http-error.ts';
import { TemplateName } from '../../shared/links/template-name.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { ChangeMark } from '../../shared/ui/change/change-mark.tsx';
import { count } from '../../shared/ui/count.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './activity.module.css';

interface ChangedItemsProps {
  instanceId: number;
  changeSet: NonNullable<ActivityEntry['change_set']>;
}

/** The first items of a change set, and a link to all of them. */
export function ChangedItems({ instanceId, changeSet }: ChangedItemsProps) {
  const { id: changeSetId, counts } = changeSet;
  const { data, error, refetch, isFetching } = useQuery(
    changeSetQueries.firstItems(useRequest(), instanceId, changeSetId),
  );
  const all = changeSetPath(changeSetId, instanceId);
  if (!data) {
    if (!error) return <Skeleton height={14} width="40%" />;
    return (
      <Stack gap="xs" align="flex-start">
        <ErrorCallout error={error} />
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </Stack>
    );
  }
  if (data.items.length === 0) return <TextLink to={all}>{otherChangesText(counts)}</TextLink>;
  return (
    <>
      <ul className={classes.items} aria-label={`Items of changes ${changeSetId}`}>
        {data.items.map((item) => (
          <ChangedItem
            key={`${item.template_id}/${item.id}`}
            instanceId={instanceId}
            item={item}
            ids={data.items.flatMap(({ template_id, id, change }) =>
              template_id === item.template_id && change !== 'removed' ? [id] : [],
            )}
          />
        ))}
      </ul>
      <TextLink to={all}>{data.next_cursor === null ? 'Show field by field' : 'Show all items'}</TextLink>
    </>
  );
}

/** Says what was changed without any items. */
function otherChangesText({ templates, menu }: { templates: number; menu: boolean }): string {
  const changed = [...(templates > 0 ? [count(templates, 'template')] : []), ...(menu ? ['the navigation'] : [])];
  return changed.length === 0 ? 'No items were changed' : `No items were changed, only ${changed.join(' and ')}`;
}

interface ChangedItemProps {
  instanceId: number;
  item: Output<typeof changeSets.listItems>['items'][number];
  /** The shown items of its template, requested together. */
  ids: readonly number[];
}

/** A changed item, as a link to it, or to the trash if it was deleted since. */
function ChangedItem({ instanceId, item: { template_id: templateId, id, name, change }, ids }: ChangedItemProps) {
  const there = useQuery(itemQueries.labels(useRequest(), instanceId, templateId, ids));
  const isWithoutTemplate = there.error instanceof HttpError && there.error.status === 404;
  const isGone = there.data !== undefined && !there.isPlaceholderData && !there.data.has(id);
  const inTrash = isWithoutTemplate ? { search: templateId } : { template: templateId, search: String(id) };
  const to =
    isWithoutTemplate || isGone ? trashPath(instanceId, inTrash) : pathTo(paths.item, { instanceId, templateId, id });
  return (
    <li className={classes.item}>
      <ChangeMark kind={change} />
      <span className={classes.label}>{change === 'removed' ? name : <TextLink to={to}>{name}</TextLink>}</span>
      <span className={classes.id}>
        <TemplateName id={templateId} /> #{id}
      </span>
    </li>
  );
}
