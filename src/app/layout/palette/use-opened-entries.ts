import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Page } from './entries.ts';
import { addressOf, openedPages } from './opened-pages.ts';

/** How many pages are listed. */
const mostListed = 8;

/** An item, a template or a page, by its address. */
type Opened =
  | { kind: 'item'; address: string; templateId: string; id: number }
  | { kind: 'list' | 'template' | 'page'; address: string };

/** A listed page. An item has the picture that it may be. */
interface OpenedEntry extends Page {
  kind: Opened['kind'];
  image?: string | undefined;
}

function parse(address: string, instanceId: number): Opened[] {
  const item = matchPath(paths.item, address)?.params;
  const id = Number(item?.id);
  if (item?.templateId && id > 0)
    return Number(item.instanceId) === instanceId ? [{ kind: 'item', address, templateId: item.templateId, id }] : [];
  // An entry of another instance may be stored while the instance changes; no listed page has its address.
  if (matchPath(paths.template, address)) return [{ kind: 'template', address }];
  return [{ kind: matchPath(paths.items, address) ? 'list' : 'page', address }];
}

/**
 * What the user has opened last, without the current page: items, if the server answers now that they exist for the user, and those of the
 * `pages` that the user may open, which include the lists of templates.
 */
export function useOpenedEntries(pages: readonly Page[], mayRead: boolean) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const here = addressOf(useLocation());
  const { data: account } = useQuery({ ...accountQueries.get(request), enabled: false });
  const [opened] = useState(() =>
    account
      ? openedPages(account.id, instanceId)
          .filter((address) => address !== here && address !== paths.home)
          .flatMap((address) => parse(address, instanceId))
      : [],
  );
  const items = opened.filter((one) => one.kind === 'item').slice(0, mostListed);
  const templateIds = [...new Set(items.map(({ templateId }) => templateId))];
  const answers = useQueries({
    queries: templateIds.map((templateId) => {
      const ids = items.filter((item) => item.templateId === templateId).map(({ id }) => id);
      const query = itemQueries.labels(request, instanceId, templateId, ids);
      return { ...query, enabled: mayRead, staleTime: 0, refetchOnWindowFocus: false, retry: false };
    }),
  });
  const byAddress = new Map(pages.map((page) => [page.to, page]));
  const listOf = (templateId: string) => byAddress.get(pathTo(paths.items, { instanceId, templateId }));
  const toEntries = (one: Opened): OpenedEntry[] => {
    const { kind, address: to } = one;
    if (kind === 'item') {
      const answer = answers[templateIds.indexOf(one.templateId)];
      const item = mayRead && answer?.isSuccess && !answer.isPlaceholderData ? answer.data.get(one.id) : undefined;
      const about = `#${one.id} · ${listOf(one.templateId)?.label ?? one.templateId}`;
      return item ? [{ kind, to, label: item.internal_label, about, image: item.image }] : [];
    }
    const page =
      kind === 'template' ? listOf(matchPath(paths.template, to)?.params.templateId ?? '') : byAddress.get(to);
    return page ? [{ kind, to, label: page.label, about: kind === 'template' ? 'Template' : page.about }] : [];
  };
  return {
    entries: opened.flatMap(toEntries).slice(0, mostListed),
    /** True while labels are requested: entries that came later would move those below. */
    isPending: answers.some(({ isFetching }) => isFetching),
  };
}
