import { useQuery } from '@tanstack/react-query';
import { itemQueries } from '../../../shared/data/items.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { withoutPageError } from '../../../shared/data/without-page-error.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useItemWithTemplate } from './use-item-with-template.ts';

interface LoadedItem {
  instanceId: number;
  templateId: string;
  id: number;
  /** True for a part of a page, which stays if the item cannot be loaded. */
  isPart?: boolean;
}

/** Loads an item with its matching template, or returns why they could not be loaded. */
export function useLoadedItem({ instanceId, templateId, id, isPart = false }: LoadedItem) {
  const request = useRequest();
  const templateQuery = templateQueries.get(request, instanceId, templateId);
  const itemQuery = itemQueries.get(request, instanceId, templateId, id);
  const template = useQuery(isPart ? withoutPageError(templateQuery) : templateQuery);
  const item = useQuery(isPart ? withoutPageError(itemQuery) : itemQuery);
  const { fitting, invalid, unread } = useItemWithTemplate(template, item);
  const error = (template.data ? null : template.error) ?? (item.data ? null : item.error) ?? unread?.error;
  const retry = () => {
    if (template.isError) void template.refetch();
    if (item.isError) void item.refetch();
    unread?.retry();
  };
  const isDeleted = item.data !== undefined && item.error instanceof HttpError && item.error.status === 404;
  return { fitting, invalid, template: template.data, failed: error ? { error, retry } : undefined, isDeleted };
}
