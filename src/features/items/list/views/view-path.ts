import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { ItemsQuery } from '../list-state.ts';

/** The address of a saved view; `all` for none where the template has a first view, undefined for none elsewhere. */
export const viewPath = (scope: { instanceId: number; templateId: string }, view: ItemsQuery['view']): string =>
  pathTo(paths.items, scope) + (view === undefined ? '' : `?view=${view}`);
