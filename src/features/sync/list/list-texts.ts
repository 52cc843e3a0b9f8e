import { count } from '../../../shared/ui/count.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { ChangeSection } from './list-layout.ts';
import type { countsOf } from './selection.ts';

/** Whoever sees some of the changes only should know that all of them are meant. */
export const allTitle = (isNarrowed: boolean): string =>
  isNarrowed ? 'Sync all changes, also those that are not listed' : 'Sync all changes';

/** Says how much a filter has found. */
export function foundText(sections: readonly ChangeSection[]): string {
  if (sections.length === 0) return texts.noResults;
  return `${count(
    sections.reduce((sum, { total }) => sum + total, 0),
    'item',
  )} found`;
}

/** Says how much is selected: `3 items, 1 template and the navigation selected`. */
export function chosenText({ added, updated, removed, templates, menu }: ReturnType<typeof countsOf>): string {
  const items = added + updated + removed;
  const parts = [
    ...(items > 0 ? [count(items, 'item')] : []),
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...(menu ? ['the navigation'] : []),
  ];
  return `${parts.join(', ')} selected`;
}
