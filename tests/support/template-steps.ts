import { canHold, type Draft } from '../../src/features/templates/model/draft.ts';
import { moveFields } from '../../src/features/templates/model/edits/edits.ts';
import { positionAfterStep, type Step } from '../../src/shared/tree/tree-positions.ts';
import { childrenOf, topmost } from '../../src/shared/tree/tree-shape.ts';

/**
 * Moves fields to their places in another draft with the four buttons only; each step obeys the rules of the tree.
 * Returns undefined if that is impossible: separated fields are joined by a step past another one, and there may be
 * no such field.
 */
export function moveBySteps(draft: Draft, ids: readonly string[], wanted: Draft): Draft | undefined {
  let now = draft;
  let isStuck = false;
  let steps = 0;
  const step = (which: Step) => {
    steps += 1;
    if (steps > 1000) throw new Error(`Steps ${which} do not lead ${ids} anywhere`);
    const place = isStuck ? undefined : positionAfterStep(now.shape, ids, which, (id) => canHold(now, id));
    if (place) now = moveFields(now, ids, place);
    else isStuck = true;
  };
  const tops = topmost(draft.shape, ids);
  const [first = ''] = tops;
  const parentIn = (at: Draft, id: string) => at.shape.parents.get(id) ?? null;
  const level = () => childrenOf(now.shape, parentIn(now, first));
  const at = (id: string) => level().indexOf(id);

  const path: string[] = [];
  const target = parentIn(wanted, first);
  for (let id = target; id !== null; id = parentIn(wanted, id)) path.unshift(id);
  const isOnPath = (id: string | null) => id === null || path.includes(id);
  while (!isStuck && !isOnPath(parentIn(now, first))) step('out');
  for (const id of path.slice(path.indexOf(parentIn(now, first) ?? '') + 1)) {
    while (!isStuck && at(id) < at(first) - 1) step('up');
    while (!isStuck && at(id) > at(first)) step('down');
    step('in');
  }
  const wantedAt = childrenOf(wanted.shape, target).indexOf(first);
  const areTogether = () => tops.every((id, index) => level()[at(first) + index] === id);
  if (!areTogether()) step(at(first) > 0 ? 'up' : 'down');
  while (!isStuck && at(first) > wantedAt) step('up');
  while (!isStuck && at(first) < wantedAt) step('down');
  return isStuck ? undefined : now;
}
