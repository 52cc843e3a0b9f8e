import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { childrenOf, topmost } from '../../../shared/tree/tree-shape.ts';
import { count } from '../../../shared/ui/count.ts';
import type { Draft } from '../model/draft.ts';

/** The name of a single field, or the number of several. */
export const namesOf = (draft: Draft, ids: readonly string[]): string => {
  const [only] = ids;
  return only !== undefined && ids.length === 1 ? nameOf(draft, only) : count(ids.length, 'field');
};

/** The position of fields, for announcements to screen readers. */
export function positionText(draft: Draft, ids: readonly string[]): string {
  const [first] = topmost(draft.shape, ids);
  if (first === undefined) return '';
  const parentId = draft.shape.parents.get(first) ?? null;
  const level = childrenOf(draft.shape, parentId);
  const parent = parentId === null ? 'to the top level' : `into ${nameOf(draft, parentId)}`;
  return `${parent}, position ${level.indexOf(first) + 1} of ${level.length}`;
}
