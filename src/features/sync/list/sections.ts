import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import type { ChangeSection } from './list-layout.ts';

/** What the menu of the sidebar is called in the list. */
export const menuName = 'Navigation';

/** The sections of a list of changes: the menu, then the templates, only one of them where a filter names it. */
export function sectionsOf({ templates, menu }: ChangeList, filter: string | undefined): ChangeSection[] {
  const { added, updated, removed, conflict } = menu;
  const ofMenu: ChangeSection = {
    templateId: null,
    name: menuName,
    change: 'updated',
    counts: { added, updated, removed, conflicts: conflict ? 1 : 0 },
    items: [],
    total: 0,
  };
  return [
    ...(menu.is_changed && filter === undefined ? [ofMenu] : []),
    ...templates
      .filter(({ template_id }) => filter === undefined || filter === template_id)
      .map(({ template_id, name, is_changed, change, counts, items }) => ({
        templateId: template_id,
        name,
        change: is_changed ? (change ?? 'updated') : null,
        counts,
        items,
        total: counts.added + counts.updated + counts.removed,
      })),
  ];
}
