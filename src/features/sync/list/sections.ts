import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import type { ChangeSection } from './list-layout.ts';

/** The section of the menu. */
export const menuSection = (counts: ChangeSection['counts']): ChangeSection => ({
  templateId: null,
  name: 'Navigation',
  change: 'updated',
  counts,
  items: [],
  total: 0,
});

/** The sections of a list of changes: the menu, then the templates, only one of them where a filter names it. */
export function sectionsOf({ templates, menu }: ChangeList, filter: string | undefined): ChangeSection[] {
  const { added, updated, removed, conflict } = menu;
  const ofMenu = menuSection({ added, updated, removed, conflicts: conflict ? 1 : 0 });
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

/** Said of a template that differs while its items do not. */
export const templateNote = 'No items to display. Only the template has been updated.';

/** Said of the menu. */
export const menuNote = 'No items to display. Only the navigation has been updated.';
