import type { ChangeKind } from '@quartermaster/contract/endpoints/sync.ts';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { changeWords } from '../../../shared/ui/change/change-mark.tsx';

/** Filters of the changed items. */
export interface ItemFilter {
  /** A part of the label, or the id; empty for all. */
  search: string;
  change: ChangeKind | undefined;
}

/** Excludes nothing. */
export const everything: ItemFilter = { search: '', change: undefined };

const isKind = (text: string | null): text is ChangeKind => text !== null && Object.hasOwn(changeWords, text);

/** The filters of the list of changes, stored in the URL. */
export function useListFilter() {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(query);
  const search = params.get('search') ?? '';
  const kind = params.get('change');
  const change = isKind(kind) ? kind : undefined;

  const go = (changed: Record<string, string | undefined>, state: { isTyped?: boolean } = {}) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changed)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    void navigate(next.size > 0 ? `${pathname}?${next}` : pathname, { replace: true, state });
  };
  return {
    template: params.get('template') ?? undefined,
    items: useMemo((): ItemFilter => ({ search, change }), [search, change]),
    setTemplate: (template: string | undefined) => go({ template }),
    setChange: (next: ChangeKind | undefined) => go({ change: next }),
    setSearch: (text: string) => go({ search: text }, { isTyped: true }),
    clear: () => go({ template: undefined, change: undefined, search: undefined }),
  };
}

export type ListFilter = ReturnType<typeof useListFilter>;
