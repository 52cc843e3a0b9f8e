import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { checkFields } from '@quartermaster/contract/rules/template.ts';
import { describe, expect, test } from 'vitest';
import { differencesOf, type ThreeDrafts } from '../../src/features/templates/model/compare/differences.ts';
import { merge } from '../../src/features/templates/model/compare/merge.ts';
import { isSameDraft } from '../../src/features/templates/model/compare/same-draft.ts';
import { canHold, type Draft, draftOf, fieldsOf } from '../../src/features/templates/model/draft.ts';
import { addFields, changeField, moveFields, removeFields } from '../../src/features/templates/model/edits/edits.ts';
import { newSettings } from '../../src/features/templates/model/edits/new-field.ts';
import { placeErrors, toSaveBody } from '../../src/features/templates/model/save-body.ts';
import { blankBase, copyOf } from '../../src/features/templates/model/start.ts';
import { effectLines } from '../../src/shared/template-changes/effect-lines.ts';
import { changesOf, isNoChange } from '../../src/shared/template-changes/template-changes.ts';
import { settingsOf } from '../../src/shared/template-changes/template-state.ts';
import { EditRefusedError } from '../../src/shared/tree/edit/edit-refused-error.ts';
import { longestIncreasingSubsequence, movedIds } from '../../src/shared/tree/moved-ids.ts';
import { childrenOf, descendantsOf } from '../../src/shared/tree/tree-shape.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, randomNumbers, sampleFields } from '../support/sample-template.ts';

const sample = draftOf({ id: 'sword', label: 'Sword', fields: sampleFields('sword') });
const at = (parentId: string | null, before: string | null = null) => ({ parentId, before });
const named = (draft: Draft, id: string, name: string) => changeField(draft, id, { ...settingsOf(draft, id), name });
const add = (draft: Draft, id: string, type: FieldType, place = at(null)) =>
  addFields(draft, [{ id, settings: { ...newSettings(draft, place.parentId, type), name: id } }], place);
const idsOf = (changes: readonly { id: string }[]) => changes.map(({ id }) => id);

describe('the effects of a change on items', () => {
  const none = { count: 0, sample: [] };
  const [change] = changesOf(sample, removeFields(sample, ['price'])).removed;
  const linesOf = (counted: { items: number; items_is_exact?: boolean }) => {
    const effect = {
      field_id: 'price',
      status: 3 as const,
      missing: 0,
      restored: 0,
      unrestorable: none,
      incompatible: none,
    };
    if (!change) throw new Error('A field is removed.');
    return effectLines('removed', change, { ...effect, ...counted }, 300_000).map(({ text }) => text);
  };

  test('are stated as "at least" if counting stopped at a limit', () => {
    expect(linesOf({ items: 20_000, items_is_exact: false })).toEqual([
      'At least 20,000 items lose a value; it is stored and can be restored',
    ]);
    expect(linesOf({ items: 1 })).toEqual(['1 item loses a value; it is stored and can be restored']);
  });
});

describe('changes', () => {
  test('are empty between equal drafts; spaces around the name are ignored', () => {
    expect(isNoChange(changesOf(sample, sample))).toBe(true);
    expect(isNoChange(changesOf(sample, { ...sample, label: ' Sword ' }))).toBe(true);
    expect(changesOf(sample, { ...sample, label: 'Blade' }).label).toEqual({ before: 'Sword', after: 'Blade' });
  });

  test('list each differing setting with its former value', () => {
    const changes = changesOf(sample, named(sample, 'amount', 'number'));
    expect(changes).toMatchObject({ removed: [], added: [], label: null });
    expect(changes.updated).toEqual([
      expect.objectContaining({
        id: 'amount',
        path: ['The bonuses'],
        changed: [{ setting: 'name', before: 'amount', after: 'number' }],
        moved: null,
      }),
    ]);
  });

  test('list the settings that a type change adds and removes', () => {
    const after = changeField(sample, 'title', { type: 'boolean', name: 'title', label: 'The title' });
    expect(changesOf(sample, after).updated[0]?.changed).toEqual([
      { setting: 'type', before: 'text', after: 'boolean' },
      { setting: 'required', before: false, after: undefined },
      { setting: 'minimum', before: null, after: undefined },
      { setting: 'maximum', before: null, after: undefined },
    ]);
  });

  test('adding a field marks none below it as moved; moving one up marks only that one', () => {
    const first = add(sample, 'first', 'text', at(null, 'title'));
    expect(changesOf(sample, first)).toMatchObject({ updated: [], added: [{ id: 'first' }] });
    const up = moveFields(sample, ['weight'], at(null, 'title'));
    expect(changesOf(sample, up).updated).toEqual([
      expect.objectContaining({
        id: 'weight',
        moved: { from: { parent: null, after: 'The price' }, to: { parent: null, after: null } },
      }),
    ]);
    const into = moveFields(sample, ['weight'], at('looks'));
    expect(changesOf(sample, into).updated[0]?.moved?.to).toEqual({ parent: 'The looks', after: 'The inner' });
  });

  test('list a removed group with everything in it', () => {
    expect(idsOf(changesOf(sample, removeFields(sample, ['looks'])).removed)).toEqual([
      'looks',
      'rarity',
      'inner',
      'glow',
    ]);
  });

  test('the longest increasing subsequence is found', () => {
    expect(longestIncreasingSubsequence([3, 0, 1, 4, 2])).toEqual([0, 1, 2]);
    expect(longestIncreasingSubsequence([])).toEqual([]);
    expect(longestIncreasingSubsequence([2, 1, 0])).toHaveLength(1);
  });
});

describe('the body of a save', () => {
  test('has all fields, and the action for each changed or removed one', () => {
    shows(
      '2.3.field.status',
      '2.4.change.added',
      '2.4.change.removed',
      '2.4.change.unchanged',
      '2.4.change.updated-value',
      '3.calls.version.sent',
    );
    const draft = removeFields(add(named(sample, 'price', 'cost'), 'fresh', 'text'), ['weight']);
    const body = toSaveBody({ version: 4, draft: sample }, { ...draft, label: ' Sword ' }, changesOf(sample, draft));
    expect(body).toMatchObject({ id: 'sword', label: 'Sword', version: 4 });
    expect(body.fields.flatMap(({ id, status }) => (status ? [[id, status]] : []))).toEqual([
      ['price', 2],
      ['fresh', 1],
      ['weight', 3],
    ]);
    expect(body.fields).toHaveLength(sample.settings.size + 1);
  });

  test('updates a field that changed its type or group', () => {
    shows('2.4.change.updated-group', '2.4.change.updated-type');
    const statuses = (draft: Draft) =>
      toSaveBody({ version: 4, draft: sample }, draft, changesOf(sample, draft)).fields.flatMap(({ id, status }) =>
        status ? [[id, status]] : [],
      );
    expect(statuses(sample)).toEqual([]);
    expect(
      statuses(changeField(sample, 'price', { ...settingsOf(sample, 'price'), type: 'float' } as FieldSettings)),
    ).toEqual([['price', 2]]);
    expect(statuses(moveFields(sample, ['price'], at('looks')))).toEqual([['price', 2]]);
    expect(statuses(moveFields(sample, ['amount'], at('levels')))).toEqual([['amount', 2]]);
  });

  test('server errors show at their fields', () => {
    const body = toSaveBody(blankBase, sample, changesOf(blankBase.draft, sample));
    const index = body.fields.findIndex(({ id }) => id === 'price');
    const errors = {
      id: 'Template ID must be unique',
      [`fields.${index}.settings.name`]: 'no',
      [`fields.${index}.parentId`]: 'not here',
      [`fields.${index}.settings`]: 'does not fit',
      version: 'what',
    };
    expect(placeErrors(body, errors)).toEqual({
      placed: { id: 'Template ID must be unique', 'fields.price.name': 'no', 'fields.price.parentId': 'not here' },
      unplaced: ['The price: does not fit', 'what'],
    });
  });
});

test('a copy has the same tree and settings under new ids', () => {
  const template = {
    id: 'sword',
    header: { label: 'Sword', version: 3 },
    fields: sampleFields('sword').map((entry) => ({ ...entry, children: [], created_at: '', updated_at: '' })),
  };
  const { version, draft } = copyOf(template);
  expect(version).toBe(0);
  expect(draft).toMatchObject({ id: '', label: 'Copy of Sword' });
  const shown = (of: Draft) => fieldsOf(of).map(({ settings, order }) => ({ settings, order }));
  expect(shown(draft)).toEqual(shown(sample));
  expect([...draft.settings.keys()].filter((id) => sample.settings.has(id))).toEqual([]);
  expect(checkFields(fieldsOf(draft))).toEqual({});
});

describe('merging two users’ changes', () => {
  const likely = (drafts: ThreeDrafts) => {
    const differences = differencesOf(drafts);
    return merge(drafts, differences, (difference) => difference.likely === 'mine');
  };

  test('automatically accepts changes that only one side made', () => {
    const theirs = add(named(removeFields(sample, ['weight']), 'title', 'heading'), 'theirs', 'text', at('looks'));
    const mine = moveFields(add(named(sample, 'price', 'cost'), 'mine', 'text'), ['glow'], at(null, 'title'));
    const { draft, displaced } = likely({ base: sample, theirs, mine: { ...mine, label: 'Blade' } });
    expect(displaced).toEqual([]);
    expect(draft.label).toBe('Blade');
    expect(settingsOf(draft, 'title').name).toBe('heading');
    expect(settingsOf(draft, 'price').name).toBe('cost');
    expect(childrenOf(draft.shape, null)).toEqual([
      'glow',
      'title',
      'looks',
      'price',
      'parent',
      'parts',
      'bonuses',
      'mine',
    ]);
    expect(childrenOf(draft.shape, 'looks')).toEqual(['rarity', 'inner', 'theirs']);
  });

  test('moves fields they added into a group I removed to the nearest remaining group, and names them', () => {
    const theirs = add(sample, 'theirs', 'text', at('inner'));
    const { draft, displaced } = likely({ base: sample, theirs, mine: removeFields(sample, ['inner']) });
    expect(displaced).toEqual(['theirs']);
    expect(childrenOf(draft.shape, 'looks')).toEqual(['rarity', 'theirs']);
  });

  test('lets me keep a field that they removed and I changed', () => {
    const differences = differencesOf({
      base: sample,
      theirs: removeFields(sample, ['price', 'weight']),
      mine: named(sample, 'price', 'cost'),
    });
    expect(differences.map(({ id, likely }) => [id, likely])).toEqual([
      ['field price', 'mine'],
      ['field weight', 'theirs'],
    ]);
  });

  test('does not lose two groups that were moved into each other', () => {
    const base = draftOf({ id: 'two', label: 'Two', fields: inOrder([field('one', 'group'), field('two', 'group')]) });
    const drafts = { base, theirs: moveFields(base, ['one'], at('two')), mine: moveFields(base, ['two'], at('one')) };
    const differences = differencesOf(drafts);
    const { draft, displaced } = merge(drafts, differences, ({ id }) => id === 'place two');
    expect(descendantsOf(draft.shape, null).toSorted()).toEqual(['one', 'two']);
    expect(displaced).toHaveLength(1);
  });

  test('merges 300 random pairs with all of theirs, all of mine, or any choice, within the rules', () => {
    const types = Object.keys(fieldTypes).filter((type) => fieldTypes[type as FieldType].inPalette) as FieldType[];
    let merged = 0;
    let moved = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = randomNumbers(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
      const change = (draft: Draft, prefix: string): Draft => {
        let out = draft;
        for (let step = 0; step < 8; step += 1) {
          const ids = descendantsOf(out.shape, null);
          const holders = [null, ...ids.filter((id) => canHold(out, id))];
          try {
            const kind = next();
            if (ids.length === 0 || kind < 0.3) {
              const type = kind < 0.1 ? 'dynamic-group' : pick(types);
              out = add(out, `${prefix}${step}`, type, at(pick(holders)));
            } else if (kind < 0.6) out = moveFields(out, [pick(ids)], at(pick(holders)));
            else if (kind < 0.8) out = named(out, pick(ids), `name_${prefix}${step}`);
            else if (kind < 0.9) out = changeField(out, pick(ids), newSettings(out, null, pick(types)));
            else out = removeFields(out, [pick(ids)]);
          } catch (error) {
            if (!(error instanceof EditRefusedError)) throw error;
          }
        }
        return out;
      };
      const base = change(sample, 'b');
      const drafts = { base, theirs: change(base, 't'), mine: change(base, 'm') };
      const differences = differencesOf(drafts);
      merged += differences.length;
      moved += movedIds(drafts.theirs.shape, drafts.mine.shape).size;
      expect(isSameDraft(merge(drafts, differences, () => false).draft, drafts.theirs)).toBe(true);
      expect(isSameDraft(merge(drafts, differences, () => true).draft, drafts.mine), `mine of ${seed}`).toBe(true);
      const sides = new Map(differences.map(({ id }) => [id, next() < 0.5]));
      const { draft } = merge(drafts, differences, ({ id }) => sides.get(id) ?? false);
      // Which row type the shapes of two sides belong to is left to the person.
      const wrong = Object.entries(checkFields(fieldsOf(draft))).filter(
        ([path, reason]) => path.endsWith('.parentId') && !reason.includes('Row type'),
      );
      expect(wrong, `rules of ${seed}`).toEqual([]);
      const kept = differences.filter(({ about }) => about === 'field');
      for (const difference of kept) {
        if (difference.about === 'label') continue;
        const side = sides.get(difference.id) ? drafts.mine : drafts.theirs;
        expect(draft.settings.has(difference.fieldId)).toBe(side.settings.has(difference.fieldId));
      }
      for (const [id, settings] of draft.settings) {
        const side = sides.get(`settings ${id}`) || !drafts.theirs.settings.has(id) ? drafts.mine : drafts.theirs;
        expect(settings).toBe(settingsOf(side, id));
      }
    }
    expect(merged).toBeGreaterThan(1000);
    expect(moved).toBeGreaterThan(100);
  });
});
