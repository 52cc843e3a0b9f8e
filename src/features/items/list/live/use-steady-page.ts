import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { itemQueries } from '../../../../shared/data/items.ts';
import type { ItemsPage } from '../../../../shared/data/items-page.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { lateCode } from '../../../../shared/ui/lazy/late-code.ts';
import type { SteadyPage } from './steady-page.ts';
import { useLocalChanges } from './use-local-changes.ts';

const code = lateCode(() => import('./follow-page.ts'));

interface Options {
  instanceId: number;
  templateId: string;
  query: UseQueryResult<ItemsPage>;
  queryKey: QueryKey;
}

/**
 * Keeps the rows of a page while it is read: the answers that follow only change their values, and rows that come or go are news until `show`
 * is called. What the user asks for or changes is shown at once.
 */
export function useSteadyPage({ instanceId, templateId, query, queryKey }: Options) {
  const { data, isPlaceholderData, isFetching, isStale } = query;
  const key = JSON.stringify(queryKey);
  const [steady, setSteady] = useState<SteadyPage>();
  /** Takes the newest answer, and the one that is being loaded. */
  const show = useStableCallback(() => setSteady((before) => before && taken(before.key, before.latest, 'loading')));
  const isChanging = useLocalChanges(queryKey, show);
  const { data: existing, isPlaceholderData: isOfOthers } = useQuery(
    itemQueries.labels(useRequest(), instanceId, templateId, steady?.missing ?? []),
  );
  useWhenShownAgain(() => setSteady((before) => before && taken(before.key, before.latest, 'fresh')));
  const follow = useFollowCode(steady !== undefined && data !== steady.latest ? data : undefined);

  const next = (): SteadyPage | undefined => {
    if (!data || isPlaceholderData) return steady;
    const isSettled = !isFetching && (steady?.takes === 'loading' || !isStale);
    // A page that is shown again is followed by what is true now.
    if (!steady || steady.key !== key) return taken(key, data, isFetching || isStale ? 'fresh' : undefined);
    if (data !== steady.latest) {
      if (steady.takes || isChanging || steady.rows.length === 0)
        return taken(key, data, isSettled ? undefined : (steady.takes ?? 'loading'));
      return follow ? follow.followPage(steady, data) : steady;
    }
    if (steady.takes && isSettled) return { ...steady, takes: undefined };
    const isUnmarked = steady.missing.length > 0 && existing && !isOfOthers && existing !== steady.existing;
    return isUnmarked && follow ? { ...follow.markMissing(steady, existing), existing } : steady;
  };
  const current = next();
  if (current !== steady) setSteady(current);

  return {
    data: current && toPage(current),
    /** The rows as they were when they were put into this order. */
    anchors: current?.taken.rows,
    news: current && current.latest !== current.taken && follow ? follow.newsOf(current) : '',
    show,
  };
}

const taken = (key: string, page: ItemsPage, takes: SteadyPage['takes']): SteadyPage => ({
  key,
  taken: page,
  latest: page,
  rows: page.rows,
  missing: [],
  takes,
});

const pages = new WeakMap<SteadyPage, ItemsPage>();

/** The page with the rows on the screen; the next page continues after them. */
function toPage(steady: SteadyPage): ItemsPage {
  const { taken: before, latest, rows } = steady;
  if (before === latest) return latest;
  const page = pages.get(steady) ?? { ...latest, rows, nextCursor: before.nextCursor ?? latest.nextCursor };
  pages.set(steady, page);
  return page;
}

/** Calls back when the page is shown again after it was left: it was not read meanwhile. */
function useWhenShownAgain(onShown: () => void): void {
  const wasShown = useRef(false);
  const run = useStableCallback(onShown);
  useEffect(() => {
    if (wasShown.current) run();
    wasShown.current = true;
  }, [run]);
}

/** The code that compares answers, loaded once there is another one; undefined before. */
function useFollowCode(answer: ItemsPage | undefined) {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const loaded = code.get();
  const awaited = loaded ? undefined : answer;
  useEffect(() => {
    if (!awaited) return;
    let isEnded = false;
    // After a failure, the next answer tries again.
    code.fetch().then(
      () => isEnded || rerender(),
      () => undefined,
    );
    return () => {
      isEnded = true;
    };
  }, [awaited]);
  return loaded;
}
