import { Skeleton } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError, toItemValues } from '@quartermaster/contract/content/item-values.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import type { CommentsValues } from '@quartermaster/contract/parts/part-api.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { CommentsPanel } from '../../shared/comments/comments-panel.tsx';
import { useRowsOfVersion } from '../../shared/comments/use-rows-of-version.ts';
import { itemQueries } from '../../shared/data/items.ts';
import { templateQueries, treeOf } from '../../shared/data/templates.ts';
import { itemPlaces } from '../../shared/item-form/comments/item-places.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { NotLoaded } from '../../shared/ui/page/not-loaded.tsx';
import { texts } from '../../shared/ui/texts.ts';

/** What people say about an item and its fields. */
export function CommentsPart({ templateId, id, threadId }: CommentsValues) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const { part } = useServices();
  const template = useQuery(templateQueries.get(request, instanceId, templateId));
  const item = useQuery(itemQueries.get(request, instanceId, templateId, id));
  const version = item.data?.version;
  const of = { about: 'item', template_id: templateId, item_id: id } as const;
  const places = useMemo(() => {
    if (!template.data || !item.data) return null;
    const tree = treeOf(template.data);
    const { version, fields } = item.data;
    return itemPlaces({ templateId, id, version, values: valuesOf(tree, fields) }, tree);
  }, [templateId, id, item.data, template.data]);
  useRowsOfVersion(of, version);
  const start = useMemo(() => (threadId === undefined ? null : { threadId }), [threadId]);
  if (!places)
    return (
      <NotLoaded query={template.error ? template : item} title={texts.itemNotLoaded}>
        <Skeleton height={72} />
      </NotLoaded>
    );
  return (
    <CommentsPanel
      key={`${templateId}/${id}`}
      of={of}
      subject={places.item}
      placeOf={places.placeOf}
      rows={places.rows}
      places={places.fields}
      start={start}
      onCommented={(thread) => part?.emit({ type: 'commented', item: { templateId, id }, threadId: thread.id })}
    />
  );
}

/** The values of an item; none while its template is older or newer than the item. */
function valuesOf(tree: readonly TreeNode[], fields: Item['fields']): ItemValues {
  try {
    return toItemValues(tree, fields);
  } catch (error) {
    if (error instanceof InvalidRowError) return {};
    throw error;
  }
}
