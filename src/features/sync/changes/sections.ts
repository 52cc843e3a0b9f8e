import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import type { ChangeSection } from './change-section.ts';
import type { ItemFilter } from './use-list-filter.ts';

/** The section of the menu. */
export const menuSection = (counts: ChangeSection['counts']): ChangeSection => ({
  key: '',
  templateId: null,
  name: 'Navigation',
  change: 'updated',
  counts,
  rows: [],
  total: 0,
});

/** What has to be decided comes before what changes existing items. */
const urgencyOf = ({ counts }: ChangeSection): number => (counts.conflicts ? 2 : counts.updated > 0 ? 1 : 0);

/**
 * The sections of a list of changes: the menu, then the templates, or only one if it is filtered by. A search only finds items; a kind of
 * change also finds templates and the menu, and the filter for conflicts also the menu.
 */
export function sectionsOf(
  { templates, menu }: ChangeList,
  { search, change: kind, isConflict }: ItemFilter,
  template: string | undefined,
): ChangeSection[] {
  const { added, updated, removed, conflict, is_edited: isEdited } = menu;
  const ofMenu = { ...menuSection({ added, updated, removed, conflicts: conflict ? 1 : 0 }), isEdited };
  const isShown = (change: ChangeKind) => search === '' && !isConflict && (kind === undefined || kind === change);
  const isMenuShown = search === '' && isConflict ? conflict : isShown('updated');
  return [
    ...(menu.is_changed && template === undefined && isMenuShown ? [ofMenu] : []),
    ...templates
      .filter(({ template_id }) => template === undefined || template === template_id)
      .map(({ template_id, name, change, is_edited: isEdited, counts, items }) => ({
        key: template_id,
        templateId: template_id,
        name,
        change: change && isShown(change) ? change : null,
        isEdited,
        counts,
        rows: items,
        total: counts.added + counts.updated + counts.removed,
      }))
      .filter(({ change, total }) => change !== null || total > 0)
      .toSorted((one, other) => urgencyOf(other) - urgencyOf(one)),
  ];
}

/** Shown for a template that differs while its items do not. */
export const templateNote = 'No items to display. Only the template has been updated.';

/** Shown for a template that is found only by its own change. */
export const noneFoundNote = 'None of its items is changed in this way.';

/** Shown for the menu. */
export const menuNote = 'No items to display. Only the navigation has been updated.';
