import { isDeepStrictEqual } from 'node:util';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { checkFields, checkTemplate } from '@quartermaster/contract/rules/template.ts';
import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { errorsOf, invalidFields } from '../../src/features/templates/model/check-draft.ts';
import { isSameDraft } from '../../src/features/templates/model/compare/same-draft.ts';
import { type Draft, draftOf, toSavedFields } from '../../src/features/templates/model/draft.ts';
import { createEditor, type Editor } from '../../src/features/templates/model/editor.ts';
import { duplicateField, moveFields } from '../../src/features/templates/model/edits/edits.ts';
import { freeName, newFieldId, newSettings } from '../../src/features/templates/model/edits/new-field.ts';
import { EditRefusedError } from '../../src/shared/tree/edit/edit-refused-error.ts';
import { ancestorsOf, subtreeOf, topmost } from '../../src/shared/tree/tree-shape.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { isLong } from '../support/long.ts';
import { field, inOrder, sampleFields, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { countingIds, randomAction, randomDrop, randomFields } from '../support/template-actions.ts';
import { moveBySteps } from '../support/template-steps.ts';

const sequences = isLong ? 1000 : 200;
const everySeed = Array.from({ length: sequences }, (_, seed) => seed);

/** What two drafts must share to be the same template, computed independently of the model. */
const plain = ({ id, label, shape, settings }: Draft) => ({
  id,
  label,
  parents: Object.fromEntries(shape.parents),
  children: Object.fromEntries([...shape.children].map(([parentId, level]) => [String(parentId), level])),
  settings: Object.fromEntries(settings),
});

/** Runs one seed; a failure names the seed and the actions so far. */
function withSeed<T>(seed: number, work: (dice: Dice, done: string[]) => T): T {
  const done: string[] = [];
  try {
    return work(diceOf(seed), done);
  } catch (error) {
    throw new Error(`Seed ${seed} after\n${done.join('\n')}\n${error}`, { cause: error });
  }
}

/** Hundreds of thousands of `expect` comparisons would take longer than everything else. */
function expectEqual(actual: unknown, expected: unknown) {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function startDraft(dice: Dice): Draft {
  const fields = randomFields(dice, countingIds('f'));
  expectEqual(checkFields(fields), {});
  return draftOf({ id: 'weapon', label: 'Weapon', fields });
}

function expectTreeRules(draft: Draft) {
  const { children, parents } = draft.shape;
  const placed = [...children].flatMap(([parentId, level]) => level.map((id) => [id, parentId] as const));
  expectEqual(placed.length, parents.size);
  for (const [id, parentId] of placed) if (parents.get(id) !== parentId) expectEqual([id, parents.get(id)], parentId);
  expectEqual([...draft.settings.keys()].toSorted(), [...parents.keys()].toSorted());
  expectEqual(
    [...children.values()].every((level) => level.length > 0),
    true,
  );

  const saved = toSavedFields(draft);
  expectEqual(saved.length, draft.settings.size);
  const levels = Map.groupBy(saved, ({ parentId }) => parentId);
  for (const level of levels.values())
    expectEqual(
      level.map(({ order }) => order),
      level.map((_, index) => index),
    );
  const wrong = checkFields(saved);
  expectEqual(
    Object.keys(wrong).filter((path) => path.endsWith('.parentId') || path.endsWith('.id')),
    [],
  );
  // The editor marks exactly the fields for which a save would be rejected.
  const marked = saved.flatMap(({ id }, index) =>
    Object.entries(errorsOf(draft, id)).map(([setting, reason]) => [`fields.${index}.settings.${setting}`, reason]),
  );
  expectEqual(Object.fromEntries(marked), wrong);
  expectEqual(
    invalidFields(draft),
    saved.filter(({ id }) => Object.keys(errorsOf(draft, id)).length > 0).map(({ id }) => id),
  );
}

function expectSameAfterSave(draft: Draft) {
  const again = draftOf({ ...draft, fields: JSON.parse(JSON.stringify(toSavedFields(draft))) });
  const sent = plain(draft);
  expectEqual(plain(again), JSON.parse(JSON.stringify(sent)));
}

function expectRows({ read, rows, draft, selection }: Editor, hidden: ReadonlySet<string>) {
  const { shape, settings } = read(draft);
  const shown = toSavedFields(read(draft)).filter(({ id }) => !ancestorsOf(shape, id).some((at) => hidden.has(at)));
  expectEqual(
    read(rows).map(({ id }) => id),
    shown.map(({ id }) => id),
  );
  const { ids, active } = read(selection);
  expectEqual(
    [...ids, ...(active === null ? [] : [active])].filter((id) => !settings.has(id)),
    [],
  );
}

interface Told {
  editor: Editor;
  refused: number;
  made: number;
}

/** Runs random actions on a random tree, checking the invariants after each; then undoes and redoes them all. */
function playSequence(dice: Dice, done: string[]): Told {
  const first = startDraft(dice);
  const editor = createEditor(createStore(), 'edit', { version: 1, draft: first });
  const newId = countingIds('n');
  const now = () => editor.read(editor.draft);
  const results: Told = { editor, refused: 0, made: 0 };
  const past: Draft[] = [];
  let future: Draft[] = [];
  let about: string | undefined;
  const closed = new Set<string>();

  const settled = (expected: Draft) => {
    expectEqual(now() === expected, true);
    expectEqual([editor.read(editor.canUndo), editor.read(editor.canRedo)], [past.length > 0, future.length > 0]);
    expectRows(editor, closed);
  };
  const back = () => {
    const before = now();
    const to = past.pop();
    if (to) future.push(before);
    if (to) about = undefined;
    editor.undo();
    settled(to ?? before);
  };
  const forth = () => {
    const before = now();
    const to = future.pop();
    if (to) past.push(before);
    if (to) about = undefined;
    editor.redo();
    settled(to ?? before);
  };
  const edit = () => {
    const before = now();
    const untouched = plain(before);
    const action = randomAction(before, dice, { closed: editor.read(editor.closed), newId });
    done.push(action.name);
    try {
      editor.edit(action.change, action.options);
    } catch (error) {
      if (!(error instanceof EditRefusedError)) throw error;
      done.push(`  refused: ${error.message}`);
      results.refused += 1;
      return settled(before);
    }
    expectEqual(plain(before), untouched);
    if (now() === before) return settled(before);
    results.made += 1;
    if (about === undefined || about !== action.options?.about) past.push(before);
    about = action.options?.about;
    future = [];
    settled(now());
    expectTreeRules(now());
    return undefined;
  };

  const other: (() => void)[] = [
    back,
    back,
    forth,
    () => {
      editor.closeUndoStep();
      about = undefined;
      settled(now());
    },
    () => {
      const before = now();
      const id = dice.oneOf(['nothing', ...before.settings.keys()]);
      if (id !== 'nothing' && dice.percent(30)) {
        for (const around of ancestorsOf(before.shape, id)) closed.delete(around);
        editor.reveal(id);
        expectEqual([...editor.read(editor.selection).ids], [id]);
      } else {
        const isOpen = dice.percent(40);
        if (isOpen) closed.delete(id);
        else closed.add(id);
        editor.setOpen(id, isOpen);
      }
      settled(before);
    },
  ];
  for (let turn = 15 + dice.below(20); turn > 0; turn -= 1) {
    if (dice.percent(25)) dice.oneOf(other)();
    else edit();
  }

  const last = future[0] ?? now();
  while (future.length > 0) forth();
  while (past.length > 0) back();
  expectEqual(now() === first, true);
  expectEqual(editor.read(editor.isDirty), false);
  while (future.length > 0) forth();
  expectEqual(now() === last, true);
  expectEqual(editor.read(editor.isDirty), !isDeepStrictEqual(plain(first), plain(last)));
  expectSameAfterSave(last);
  return results;
}

describe(`${sequences} random sequences of editor actions`, () => {
  test('keep the tree’s rules at every step; undo returns to the first tree and redo to the last', () => {
    let refused = 0;
    let made = 0;
    for (const seed of everySeed) {
      const results = withSeed(seed, playSequence);
      refused += results.refused;
      made += results.made;
    }
    // If almost all or almost none of the actions were rejected, this would prove nothing.
    expect(made).toBeGreaterThan(sequences * 10);
    expect(refused).toBeGreaterThan(sequences);
  });

  test('end in templates that the server stores unchanged', async () => {
    const server = await startTestServer();
    const params = { instanceId: server.studio.dev };
    const as = 'owner' as const;
    // Mixed links of random templates lead here, and to the images.
    await saveTemplate(server, 'thing', [field('title', 'text')]);
    const most = isLong ? 50 : 15;
    let saved = 0;
    for (const seed of everySeed) {
      if (saved === most) break;
      const { editor } = withSeed(seed, playSequence);
      const id = `random_${seed}`;
      const { draft } = editor.read(editor.base);
      const last = { ...editor.read(editor.draft), id };
      if (Object.keys(checkTemplate({ ...last, fields: toSavedFields(last) })).length > 0) continue;
      saved += 1;
      const { settings, shape, saved: places, label } = draft;
      const start = { id, label, fields: toSavedFields({ id, label, settings, shape, saved: places }) };
      const { version } = await server.call(templates.save, { params, body: { ...start, version: 0 } }, { as });
      const body = { id, label: last.label, version, fields: toSavedFields(last) };
      await server.call(templates.save, { params, body }, { as });
      const template = await server.call(templates.get, { params: { ...params, templateId: id } }, { as });
      const kept = draftOf({ id: template.id, label: template.header.label, fields: template.fields });
      expect(plain(kept), `seed ${seed}`).toEqual(plain(last));
    }
    expect(saved).toBe(most);
  });
});

test('dragging and stepping with the buttons give the same tree', () => {
  let compared = 0;
  for (const seed of everySeed) {
    withSeed(seed, (dice, done) => {
      const draft = startDraft(dice);
      for (let turn = 0; turn < 5; turn += 1) {
        const ids = dice.someOf([...draft.settings.keys()], 3);
        const place = randomDrop(draft, ids, new Set(), dice);
        done.push(`${ids} into ${place.parentId} before ${place.before}`);
        let bySteps: Draft | undefined;
        let byDrag: Draft;
        try {
          byDrag = moveFields(draft, ids, place);
          bySteps = moveBySteps(draft, ids, byDrag);
        } catch (error) {
          // The steps to a valid position may pass through invalid ones.
          if (!(error instanceof EditRefusedError)) throw error;
          continue;
        }
        if (!bySteps) {
          // Only a move of several can lack a path by steps: a single field always has one.
          expect(topmost(draft.shape, ids).length).toBeGreaterThan(1);
          continue;
        }
        expect(plain(bySteps)).toEqual(plain(byDrag));
        expect(isSameDraft(bySteps, byDrag)).toBe(true);
        expect(isSameDraft(draft, byDrag)).toBe(byDrag === draft);
        if (bySteps !== draft) compared += 1;
      }
    });
  }
  expect(compared).toBeGreaterThan(sequences * 2);
});

describe('new fields of a template', () => {
  const taken = (name: string) => field(name, 'text', { name });
  const draftWith = (...names: string[]) =>
    draftOf({ id: 'weapon', label: 'Weapon', fields: inOrder(names.map(taken)) });

  test('get a name that is free in their parent, within the length limit', () => {
    const draft = draftWith('text', 'text_2', 'x'.repeat(64));
    expect(newSettings(draft, null, 'text').name).toBe('text_3');
    expect(newSettings(draft, null, 'item-link-list').name).toBe('item_link_list');
    expect(newSettings(draft, 'text', 'text').name).toBe('text');
    expect(freeName(draft, null, 'x'.repeat(64))).toBe(`${'x'.repeat(62)}_2`);
  });

  test('made by duplication follow the original, with all its contents, under new ids', () => {
    const fields = [...sampleFields('weapon'), field('last', 'text', { order: 99 })];
    const draft = draftOf({ id: 'weapon', label: 'Weapon', fields });
    const [next, copy] = duplicateField(draft, 'bonuses', countingIds('new'));
    expect(next.shape.children.get(null)?.slice(-3)).toEqual(['bonuses', copy, 'last']);
    expect(next.settings.get(copy)?.name).toBe('bonuses_2');
    const namesIn = (id: string) =>
      subtreeOf(next.shape, id)
        .slice(1)
        .map((at) => next.settings.get(at)?.name);
    expect(namesIn(copy)).toEqual(namesIn('bonuses'));
    expect(namesIn(copy).length).toBe(5);
    expect(invalidFields(next)).toEqual([]);
    expect(newFieldId()).toMatch(/^new--[a-z0-9]{16}$/);
  });
});

test('continuous typing is one step, and the last 200 steps are kept', () => {
  const draft = draftOf({ id: 'weapon', label: 'Weapon', fields: [field('cost', 'integer')] });
  const editor = createEditor(createStore(), 'edit', { version: 1, draft });
  const label = () => editor.read(editor.draft).label;
  const type = (text: string, about?: string) =>
    editor.edit((now) => ({ ...now, label: text }), about === undefined ? {} : { about });
  for (const text of ['S', 'Sw', 'Swo']) type(text, 'label');
  editor.undo();
  expect(label()).toBe('Weapon');
  editor.redo();
  type('Swor', 'label');
  editor.undo();
  expect(label()).toBe('Swo');
  for (let turn = 0; turn < 250; turn += 1) type(`Sword ${turn}`);
  for (let turn = 0; turn < 300; turn += 1) editor.undo();
  expect([label(), editor.read(editor.canUndo)]).toEqual(['Sword 49', false]);
});
