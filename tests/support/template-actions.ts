import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { templateDepth } from '@quartermaster/contract/rules/template.ts';
import { canHold, type Draft } from '../../src/features/templates/model/draft.ts';
import {
  addFields,
  changeField,
  duplicateField,
  moveFields,
  removeFields,
} from '../../src/features/templates/model/edits/edits.ts';
import { newSettings } from '../../src/features/templates/model/edits/new-field.ts';
import { settingsOf } from '../../src/shared/template-changes/template-state.ts';
import type { EditOptions } from '../../src/shared/tree/edit/tree-editor.ts';
import { positionAfterStep, resolveDrop, type Step } from '../../src/shared/tree/tree-positions.ts';
import { rowsOfTree } from '../../src/shared/tree/tree-rows.ts';
import { remove, type TreePosition } from '../../src/shared/tree/tree-shape.ts';
import type { Dice } from './dice.ts';
import { isOfRow } from './field-values.ts';
import { field, neededSettings } from './sample-template.ts';

/** Types that a user can add anywhere. */
export const paletteTypes = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypes[type].inPalette && !isOfRow(type),
);
const leafTypes = paletteTypes.filter((type) => fieldTypes[type].holds === 'value');
const groupTypes = paletteTypes.filter((type) => fieldTypes[type].holds !== 'value');

const blank = (type: FieldType) => ({ ...fieldTypes[type].defaultSettings, ...neededSettings(type), type });

/** Ids that show the order in which fields were created. */
export function countingIds(prefix: string): () => string {
  let made = 0;
  return () => `${prefix}${++made}`;
}

/** The fields of a random valid template, sometimes with maximum depth. */
export function randomFields(dice: Dice, newId: () => string): TreeField[] {
  const fields: TreeField[] = [];
  const add = (type: FieldType, parentId: string | null, order: number) => {
    const id = newId();
    fields.push(field(id, type, { parentId, order, ...neededSettings(type) }));
    return id;
  };
  const level = (parentId: string | null, depth: number, least: number) => {
    for (let order = 0; order < least + dice.below(4); order += 1) {
      const isGroup = depth < 4 && dice.percent(30);
      const id = add(dice.oneOf(isGroup ? groupTypes : leafTypes), parentId, order);
      if (isGroup) level(id, depth + 1, dice.below(3));
    }
  };
  level(null, 0, 1);
  if (dice.percent(10)) {
    let parentId: string | null = null;
    for (let depth = 0; depth < templateDepth; depth += 1) parentId = add('group', parentId, 90);
    if (dice.percent(50)) add('text', parentId, 0);
  }
  // A dynamic group must not be the only child of another one.
  const children = Map.groupBy(fields, ({ parentId }) => parentId);
  for (const { id, settings } of [...fields]) {
    const [only, second] = children.get(id) ?? [];
    if (settings.type === 'dynamic-group' && only?.settings.type === 'dynamic-group' && !second) add('text', id, 99);
  }
  return fields;
}

/** An edit of a draft. */
export interface Action {
  name: string;
  change: (draft: Draft) => Draft;
  options?: EditOptions;
}

type Maker = (draft: Draft, dice: Dice, world: World) => Action | undefined;

interface World {
  closed: ReadonlySet<string>;
  newId: () => string;
}

const holdsIn = (draft: Draft) => (id: string) => canHold(draft, id);

/** The drop target of some fields, or of a new one; the visible rows depend on what is collapsed. */
export function randomDrop(
  draft: Draft,
  dragged: readonly string[],
  closed: ReadonlySet<string>,
  dice: Dice,
): TreePosition {
  const rows = rowsOfTree(remove(draft.shape, dragged), closed);
  // Also beyond the ends and at invalid depths, which a pointer can reach.
  const wish = { gap: dice.below(rows.length + 3) - 1, depth: dice.below(9) - 1 };
  return resolveDrop(rows, wish, holdsIn(draft)).position;
}

const names = ['name', 'cost', 'x'.repeat(64), '', 'id', 'not a name'];
const limits = [null, 0, 1, -3, 1.5, Number.NaN];

function otherSettings(draft: Draft, id: string, dice: Dice): FieldSettings {
  const settings = settingsOf(draft, id);
  const others: Record<string, unknown>[] = [
    { name: dice.percent(80) ? `${id}_${dice.below(1000)}` : dice.oneOf(names) },
    { label: dice.percent(80) ? `Label ${dice.below(1000)}` : dice.oneOf(['', ' ', 'x'.repeat(97)]) },
  ];
  if ('required' in settings) others.push({ required: !settings.required });
  if ('minimum' in settings) others.push({ [dice.oneOf(['minimum', 'maximum'])]: dice.oneOf(limits) });
  if ('templateId' in settings) others.push({ templateId: dice.oneOf(['image', 'image', '']) });
  return { ...settings, ...dice.oneOf(others) } as FieldSettings;
}

const makers: Record<string, Maker> = {
  drop: (draft, dice, { closed, newId }) => {
    const place = randomDrop(draft, [], closed, dice);
    const id = newId();
    const made = newSettings(draft, place.parentId, dice.oneOf(paletteTypes));
    const settings = dice.percent(90) ? ({ ...made, ...neededSettings(made.type) } as FieldSettings) : made;
    return {
      name: `drop ${settings.type} ${id} ${positionText(place)}`,
      change: (now) => addFields(now, [{ id, settings }], place),
      options: { select: [id] },
    };
  },
  drag: (draft, dice, { closed }) => {
    const ids = dice.someOf([...draft.settings.keys()], 3);
    const place = randomDrop(draft, ids, closed, dice);
    return { name: `drag ${ids} ${positionText(place)}`, change: (now) => moveFields(now, ids, place) };
  },
  /** An invalid drop target: among the moved fields, in a text, before the moved fields. */
  push: (draft, dice) => {
    const all = [...draft.settings.keys()];
    const ids = dice.someOf(all, 3);
    const parentId = dice.percent(20) ? null : dice.oneOf(all);
    const before = dice.oneOf([null, ...(draft.shape.children.get(parentId) ?? [])]);
    return {
      name: `push ${ids} ${positionText({ parentId, before })}`,
      change: (now) => moveFields(now, ids, { parentId, before }),
    };
  },
  step: (draft, dice) => {
    const ids = dice.someOf([...draft.settings.keys()], 3);
    const step = dice.oneOf<Step>(['up', 'down', 'in', 'out']);
    const place = positionAfterStep(draft.shape, ids, step, holdsIn(draft));
    return place && { name: `${step} ${ids}`, change: (now) => moveFields(now, ids, place) };
  },
  change: (draft, dice) => {
    const id = dice.oneOf([...draft.settings.keys()]);
    const settings = otherSettings(draft, id, dice);
    return {
      name: `change ${id} to ${JSON.stringify(settings)}`,
      change: (now) => changeField(now, id, settings),
      ...(dice.percent(60) && { options: { about: `settings of ${id}` } }),
    };
  },
  retype: (draft, dice) => {
    const id = dice.oneOf([...draft.settings.keys()]);
    const { name, label } = settingsOf(draft, id);
    const type = dice.oneOf(paletteTypes);
    const settings = { ...blank(type), name, label } as FieldSettings;
    return { name: `make ${id} a ${type}`, change: (now) => changeField(now, id, settings) };
  },
  duplicate: (draft, dice, { newId }) => {
    const id = dice.oneOf([...draft.settings.keys()]);
    return { name: `duplicate ${id}`, change: (now) => duplicateField(now, id, newId)[0] };
  },
  remove: (draft, dice) => {
    const ids = dice.someOf([...draft.settings.keys()], 3);
    return { name: `remove ${ids}`, change: (now) => removeFields(now, ids) };
  },
  describe: (draft, dice) => {
    const label = dice.oneOf(['Weapon', 'Armour', 'ab', draft.label]);
    return { name: `call it ${label}`, change: (now) => ({ ...now, label }), options: { about: 'label' } };
  },
};

const positionText = ({ parentId, before }: TreePosition) =>
  `into ${parentId ?? 'the top'} before ${before ?? 'nothing'}`;

// Drops and moves build trees, the other edits check them; an empty template allows none of these.
const usual = ['drop', 'drop', 'drop', 'drag', 'drag', 'drag', 'push', 'step', 'step', 'step', 'change', 'change'];
const all = [...usual, 'retype', 'duplicate', 'remove', 'describe'];

/** A possible edit of this draft. */
export function randomAction(draft: Draft, dice: Dice, world: World): Action {
  for (;;) {
    const isFull = draft.settings.size > 120;
    const kind = draft.settings.size === 0 ? 'drop' : isFull ? 'remove' : dice.oneOf(all);
    const action = makers[kind]?.(draft, dice, world);
    if (action) return action;
  }
}
