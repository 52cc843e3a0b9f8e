import { describe, expect, it } from 'vitest';
import { differencesOf, merge } from '../../server/modules/sync/plan/merge.ts';
import type { Content } from '../../server/modules/sync/plan/side.ts';
import { shows } from '../specification/shows.ts';

const side = (values: Content['values'], label = 'Axe'): Content => ({ label, values });
const decision = { template_id: 'thing', id: 1, take: 'fields' } as const;
const take = (...words: ['source' | 'target', string][]) => words.map(([side, field_id]) => ({ field_id, take: side }));

describe('a field that differs', () => {
  it.each([
    ['edited in the source', 1, 2, 1, 'updated', 'source'],
    ['edited in the target', 1, 1, 2, 'updated', 'target'],
    ['edited in both', 1, 2, 3, 'updated', 'both'],
    ['added in the source', undefined, 2, undefined, 'added', 'source'],
    ['added in the target', undefined, undefined, 2, 'removed', 'target'],
    ['added in both', undefined, 2, 3, 'updated', 'both'],
    ['emptied in the source', 1, undefined, 1, 'removed', 'source'],
    ['emptied in the target', 1, 1, undefined, 'added', 'target'],
    ['emptied in the source and edited in the target', 1, undefined, 2, 'removed', 'both'],
    ['edited in the source and emptied in the target', 1, 2, undefined, 'added', 'both'],
  ])('%s', (_, base, source, target, change, changed_in) => {
    shows('3.sync.diff.changed-in', '3.sync.diff.merge');
    const sides = { base: of(base), source: of(source), target: of(target) };
    expect(differencesOf(sides)).toEqual([{ field_id: 'price', change, changed_in }]);
    // Only a field that both sides have changed needs a word.
    const merged = merge(sides, decision);
    expect(merged).toEqual(changed_in === 'both' ? undefined : of(changed_in === 'source' ? source : target));
    expect(merge(sides, { ...decision, fields: take(['source', 'price']) })).toEqual(of(source));
    expect(merge(sides, { ...decision, fields: take(['target', 'price']) })).toEqual(of(target));
  });

  it('is of unknown origin without a base, and then needs a word', () => {
    shows('3.sync.diff.unknown');
    const sides = { base: undefined, source: of(1), target: of(2) };
    expect(differencesOf(sides)).toEqual([{ field_id: 'price', change: 'updated', changed_in: 'unknown' }]);
    expect(merge(sides, decision)).toBeUndefined();
    expect(merge(sides, { ...decision, fields: take(['source', 'price']) })).toEqual(of(1));
  });

  it('is none where both sides have it alike, or one side is missing', () => {
    expect(differencesOf({ base: of(1), source: of(2), target: of(2) })).toEqual([]);
    expect(differencesOf({ base: undefined, source: of(1), target: undefined })).toContainEqual({
      field_id: 'price',
      change: 'added',
      changed_in: 'unknown',
    });
    expect(differencesOf({ base: undefined, source: undefined, target: of(1) })).toContainEqual({
      field_id: 'price',
      change: 'removed',
      changed_in: 'unknown',
    });
    for (const sides of [
      { source: of(1), target: undefined },
      { source: undefined, target: of(1) },
    ])
      expect(merge({ base: of(1), ...sides }, { ...decision, fields: take(['source', 'price']) })).toBeUndefined();
  });
});

const of = (price: number | undefined): Content => side({ same: 'as ever', ...(price !== undefined && { price }) });

describe('a label', () => {
  const labels = (base: string | undefined, source: string, target: string) => ({
    base: base === undefined ? undefined : side({}, base),
    source: side({}, source),
    target: side({}, target),
  });

  it.each([
    ['A', 'B', 'A', 'B'],
    ['A', 'A', 'B', 'B'],
    ['A', 'B', 'B', 'B'],
    ['A', 'B', 'C', undefined],
    [undefined, 'A', 'A', 'A'],
    [undefined, 'A', 'B', undefined],
  ])('of %s that is %s in the source and %s in the target becomes %s', (base, source, target, merged) => {
    shows('3.sync.diff.label');
    expect(merge(labels(base, source, target), decision)?.label).toBe(merged);
    expect(merge(labels(base, source, target), { ...decision, label: 'source' })?.label).toBe(source);
    expect(merge(labels(base, source, target), { ...decision, label: 'target' })?.label).toBe(target);
  });
});
