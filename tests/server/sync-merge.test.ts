import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { describe, expect, it } from 'vitest';
import { findIncompatibility, type Incompatibility } from '../../server/content/change-sets/incompatibility.ts';
import type { ItemContent } from '../../server/content/history/content-repository.ts';
import { differencesOf, merge } from '../../server/content/history/merge.ts';
import { templateModel } from '../../server/content/model/template-model.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder } from '../support/sample-template.ts';

const side = (values: ItemContent['values'], label = 'Axe'): ItemContent => ({ label, values });
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
    // Only a field that both sides changed needs a decision.
    const merged = merge(sides, decision);
    expect(merged).toEqual(changed_in === 'both' ? undefined : of(changed_in === 'source' ? source : target));
    expect(merge(sides, { ...decision, fields: take(['source', 'price']) })).toEqual(of(source));
    expect(merge(sides, { ...decision, fields: take(['target', 'price']) })).toEqual(of(target));
  });

  it('has an unknown origin without a base, and then needs a decision', () => {
    shows('3.sync.diff.unknown');
    const sides = { base: undefined, source: of(1), target: of(2) };
    expect(differencesOf(sides)).toEqual([{ field_id: 'price', change: 'updated', changed_in: 'unknown' }]);
    expect(merge(sides, decision)).toBeUndefined();
    expect(merge(sides, { ...decision, fields: take(['source', 'price']) })).toEqual(of(1));
  });

  it('is not one if both sides are equal, or one side is missing', () => {
    shows('3.sync.diff.changed-in', '3.sync.diff.unknown');
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

const of = (price: number | undefined): ItemContent => side({ same: 'as ever', ...(price !== undefined && { price }) });

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
  ])('of %s, %s in the source and %s in the target, becomes %s', (base, source, target, merged) => {
    shows('3.sync.diff.label');
    expect(merge(labels(base, source, target), decision)?.label).toBe(merged);
    expect(merge(labels(base, source, target), { ...decision, label: 'source' })?.label).toBe(source);
    expect(merge(labels(base, source, target), { ...decision, label: 'target' })?.label).toBe(target);
  });
});

describe('values that do not fit a template', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const model = (linked: string, limit: { maximum?: number } = {}) => {
    const fields = inOrder([
      field('price', 'integer', limit),
      field('owner', 'item-link', { templateId: linked }),
      field('bonuses', 'dynamic-group'),
      field('source', 'item-link', { parentId: 'bonuses', templateId: linked }),
    ]).map((one, key) => ({ ...one, key, created_at: at, updated_at: at }));
    return templateModel({ key: 1, instanceId: 1, id: 'thing', label: 'Thing', version: 1, hash: '', fields });
  };
  const [heroes, towns] = [model('hero'), model('town')];
  const noField = (field_id: string) => ({ field_id, reason: 'the template has no such field' });

  it.each<[string, ItemValues, Incompatibility]>([
    ['that has no such field', { gone: 1 }, noField('gone')],
    ['that has it in a group', { source: 1 }, noField('source')],
    ['that has it outside of the group', { bonuses: [{ price: 1 }] }, noField('price')],
    ['that has no rows there', { price: [{}] }, noField('price')],
    ['that has rows there', { bonuses: 1 }, noField('bonuses')],
    ['that links to others', { owner: 1 }, { field_id: 'owner', reason: 'links to hero' }],
    ['that links to others in rows', { bonuses: [{}, { source: 1 }] }, { field_id: 'source', reason: 'links to hero' }],
  ])('%s', (_, values, expected) => {
    expect(findIncompatibility(values, towns, heroes)).toEqual(expected);
  });

  it('whose limit they exceed, and fit it otherwise', () => {
    expect(findIncompatibility({ price: 11 }, model('hero', { maximum: 10 }), heroes)).toEqual({
      field_id: 'price',
      reason: 'should be no more than 10',
    });
    const values = { price: 11, owner: 1, bonuses: [{ source: 1 }] };
    expect(findIncompatibility(values, heroes, heroes)).toBeUndefined();
    expect(findIncompatibility(values, towns, undefined)).toBeUndefined();
  });
});
