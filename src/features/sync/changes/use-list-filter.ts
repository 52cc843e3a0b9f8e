import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import { useMemo } from 'react';
import type { QueryFormat } from '../../../shared/table/list/list-state.ts';
import { useListState } from '../../../shared/table/list/use-list-state.ts';
import { rememberedSize } from '../../../shared/table/page-sizes.ts';
import { changeWords } from '../../../shared/ui/change/change-mark.tsx';

/** Filters of the changed items. */
export interface ItemFilter {
  /** A part of the label, or the id; empty for all. */
  search: string;
  change: ChangeKind | undefined;
  /** Only items that were edited in the target, too. */
  isConflict: boolean;
}

/** Filters of the list of changes. */
interface ChangesQuery extends ItemFilter {
  template: string | undefined;
}

/** Excludes nothing. */
export const everything: ItemFilter = { search: '', change: undefined, isConflict: false };

const isKind = (text: string | null): text is ChangeKind => text !== null && Object.hasOwn(changeWords, text);

const format: QueryFormat<ChangesQuery> = {
  names: ['search', 'change', 'conflicts', 'template'],
  parse: (params) => {
    const change = params.get('change');
    return {
      search: params.get('search') ?? '',
      change: isKind(change) ? change : undefined,
      isConflict: params.get('conflicts') === 'true',
      template: params.get('template') || undefined,
    };
  },
  format: ({ search, change, isConflict, template }, params) => {
    if (search) params.set('search', search);
    if (change) params.set('change', change);
    if (isConflict) params.set('conflicts', 'true');
    if (template) params.set('template', template);
  },
};

/** The filters of the list of changes, stored in the URL. The list has no pages. */
export function useListFilter() {
  const { query, setQuery } = useListState({ format, defaultSize: rememberedSize });
  const { search, change, isConflict, template } = query;
  return {
    template,
    items: useMemo((): ItemFilter => ({ search, change, isConflict }), [search, change, isConflict]),
    setTemplate: (next: string | undefined) => setQuery((before) => ({ ...before, template: next })),
    setChange: (next: ChangeKind | 'conflict' | undefined) =>
      setQuery((before) => ({
        ...before,
        change: next === 'conflict' ? undefined : next,
        isConflict: next === 'conflict',
      })),
    setSearch: (text: string) => setQuery((before) => ({ ...before, search: text }), true),
    clear: () => setQuery(() => ({ ...everything, template: undefined })),
  };
}

export type ListFilter = ReturnType<typeof useListFilter>;
