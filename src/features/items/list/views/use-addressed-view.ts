import type { View } from '@quartermaster/contract/endpoints/views.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { viewQueries } from '../../../../shared/data/views.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { rememberedFilters, rememberedFirst, rememberedKnownView, rememberViews } from '../list-memory.ts';
import { createItemsFormat, type ItemsQuery, viewIn } from '../list-state.ts';
import { type KnownView, queryOfView } from '../view-list.ts';

/** The saved view that a list is opened with, and what of it the list needs before the views are loaded. */
export interface AddressedView {
  /** Undefined until they are loaded. */
  views: readonly View[] | undefined;
  /** Undefined if none is open, or while it is not known. */
  view: KnownView | undefined;
  /** True while the view of the list is not known: there is nothing to ask for. */
  isAwaited: boolean;
  /** True while another view may turn out to be the one that is opened. */
  isUndecided: boolean;
  /** True if the address names a view that does not exist, or that is another member's. */
  isMissing: boolean;
  format: ReturnType<typeof createItemsFormat>;
  openingQuery: ItemsQuery | undefined;
  /** Why the views could not be loaded. */
  error: Error | null;
  retry: () => void;
}

/**
 * The view in the address of a list. A list that is opened without parameters has the template's first view, or else the filters of the last
 * visit. Until the views are loaded, those of the last visit count.
 */
export function useAddressedView(instanceId: number, templateId: string): AddressedView {
  const { search, key } = useLocation();
  const query = useQuery(viewQueries.list(useRequest(), instanceId, templateId));
  const views = query.data;
  const isSettled = views !== undefined || query.isError;

  // Going back to the first entry later does not count as opening the list.
  const [opened] = useState(() => ({
    key,
    filters: rememberedFilters(instanceId, templateId),
    first: rememberedFirst(instanceId, templateId),
  }));
  const first = views?.find(({ is_first }) => is_first);
  const isBare = search === '';
  const isOpening = isBare && key === opened.key;
  // Decided once for each visit: a view that becomes the first one later does not move a list that is open.
  const [decided, setDecided] = useState<{ key: string; id: number | undefined }>();
  const isDecided = decided?.key === key;
  if (isBare && isSettled && !isDecided) setDecided({ key, id: views ? first?.id : opened.first?.id });

  const named = useMemo(() => viewIn(new URLSearchParams(search)), [search]);
  const bareId = isDecided ? decided.id : isOpening ? opened.first?.id : first?.id;
  const id = isBare ? bareId : named;
  const view = useMemo(
    () => (views ? views.find((known) => known.id === id) : rememberedKnownView(instanceId, templateId, id)),
    [views, id, instanceId, templateId],
  );
  const format = useMemo(() => {
    const known = view && queryOfView(view);
    return createItemsFormat((other) => (other === view?.id ? known : undefined), first !== undefined);
  }, [view, first]);
  const openingQuery = useMemo((): ItemsQuery | undefined => {
    if (isBare && view) return { search: '', view: view.id, ...queryOfView(view) };
    if (!isOpening || opened.filters.length === 0) return undefined;
    return { search: '', filters: opened.filters, sort: undefined };
  }, [isBare, isOpening, view, opened]);

  useEffect(() => {
    if (views) rememberViews({ instanceId, templateId, view }, first);
  }, [instanceId, templateId, views, first, view]);

  const isNamed = typeof id === 'number';
  return {
    views,
    view,
    isAwaited: isNamed && !view && !isSettled,
    isUndecided: isOpening && !isDecided,
    isMissing: isNamed && !view && views !== undefined,
    format,
    openingQuery,
    error: views ? null : query.error,
    retry: useStableCallback(() => void query.refetch()),
  };
}
