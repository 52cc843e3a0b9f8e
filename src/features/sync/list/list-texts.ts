import { count } from '../../../shared/ui/count.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { ChangeSection } from '../changes/change-section.ts';
import type { countsOf } from './selection.ts';

/** Shown when a filter hides some changes, to make clear that all of them are meant. */
export const allTitle = (isNarrowed: boolean): string =>
  isNarrowed ? 'Sync all changes, also those that are not listed' : 'Sync all changes';

/** How many changes a filter has found, as text. */
export function foundText(sections: readonly ChangeSection[]): string {
  if (sections.length === 0) return texts.noResults;
  return `${count(
    sections.reduce((sum, { total }) => sum + total, 0),
    'item',
  )} found`;
}

/** How much is selected, as text: `3 items, 1 template and the navigation selected`. */
export function chosenText({ added, updated, removed, templates, menu }: ReturnType<typeof countsOf>): string {
  const items = added + updated + removed;
  const parts = [
    ...(items > 0 ? [count(items, 'item')] : []),
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...(menu ? ['the navigation'] : []),
  ];
  return `${parts.join(', ')} selected`;
}
