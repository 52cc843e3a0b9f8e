import type { QueryFormat } from '../../shared/table/list/list-state.ts';
import { useListState } from '../../shared/table/list/use-list-state.ts';
import { rememberedSize, rememberSize } from '../../shared/table/page-sizes.ts';

/** What the trash can be filtered by. */
interface TrashQuery {
  search: string;
  template: string | undefined;
}

const format: QueryFormat<TrashQuery> = {
  names: ['search', 'template'],
  parse: (params) => ({ search: params.get('search') ?? '', template: params.get('template') || undefined }),
  format: ({ search, template }, params) => {
    if (search) params.set('search', search);
    if (template !== undefined) params.set('template', template);
  },
};

/** The state of the trash in its URL, and the functions that change it. */
export function useTrashAddress() {
  const {
    query,
    position,
    setQuery,
    setSize,
    addressOf: _,
    ...list
  } = useListState({
    format,
    defaultSize: rememberedSize,
  });
  return {
    ...list,
    searched: query.search,
    template: query.template,
    /** The requested page. */
    pageQuery: { ...query, cursor: position.cursor, limit: position.size },
    size: position.size,
    setTemplate: (template: string | undefined) => setQuery((before) => ({ ...before, template })),
    /** For the input. */
    setSearch: (search: string) => setQuery((before) => ({ ...before, search }), true),
    clear: () => setQuery(() => ({ search: '', template: undefined })),
    /** Also the size of other lists from then on. */
    setSize: (size: number | undefined) => {
      if (size === undefined) return;
      rememberSize(size);
      setSize(size);
    },
  };
}
