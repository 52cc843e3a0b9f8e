import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { expect } from 'vitest';
import type { StoredField } from '../../../server/core/tables/content.ts';
import type { Dice } from '../dice.ts';
import { drawPortrait } from '../draw-portrait.ts';
import { field, inOrder, saveBody } from '../sample-template.ts';
import type { TestServer } from '../server.ts';
import { type InstanceState, type ItemState, readState } from './state.ts';

const as = { as: 'owner' } as const;
const templateIds = ['alpha', 'beta', 'gamma'];

/** Random edits of an instance; refused ones must change nothing. */
export const editsOf = (server: TestServer, dice: Dice) => {
  const { query } = server.app.deps.database;

  /** Calls an endpoint; true if it succeeded. A refused call must change nothing. */
  async function attempt(instanceId: number, work: () => Promise<{ status: number; body: unknown }>): Promise<boolean> {
    const before = await readState(query, instanceId);
    const { status, body } = await work();
    if (status === 200) return true;
    expect([409, 422], JSON.stringify(body)).toContain(status);
    expect(await readState(query, instanceId)).toEqual(before);
    return false;
  }

  function valueFor({ settings }: StoredField, state: InstanceState): ItemValues[string] | undefined {
    const linked = () =>
      [...state.items].flatMap(([id, { template }]) =>
        'templateId' in settings && settings.templateId === template ? [id] : [],
      );
    switch (settings.type) {
      case 'text':
        return dice.oneOf(['one', 'two', 'three', '\u{1FA93} four']);
      case 'integer':
        return dice.below(5);
      case 'float':
        return dice.below(10) / 2;
      case 'boolean':
        return dice.percent(50);
      case 'item-link':
        return linked().length > 0 ? dice.oneOf(linked()) : undefined;
      case 'item-link-list':
        return linked().length > 0 ? dice.someOf(linked(), 3) : undefined;
      case 'image':
        return drawPortrait('QM', [dice.below(3), 20, 30]).toString('base64');
      default:
        return undefined;
    }
  }

  /** Values for the fields of a level, where there are any. */
  function valuesFor(fields: readonly StoredField[], parentId: string | null, state: InstanceState): ItemValues {
    const entries = fields
      .filter((entry) => entry.parentId === parentId)
      .flatMap((entry): [string, ItemValues[string]][] => {
        const { id, settings } = entry;
        if (settings.type === 'group')
          return Object.entries(valuesFor(fields, id, state)) as [string, ItemValues[string]][];
        if (dice.percent(40) && settings.type !== 'image') return [];
        if (settings.type === 'dynamic-group') {
          const rows = Array.from({ length: 1 + dice.below(3) }, () => valuesFor(fields, id, state));
          return [[id, rows as ItemValues[string]]];
        }
        const value = valueFor(entry, state);
        return value === undefined ? [] : [[id, value]];
      });
    return Object.fromEntries(entries);
  }

  /** Changes some of the values. */
  function changedValues(item: ItemState, fields: readonly StoredField[], state: InstanceState): ItemValues {
    const others = valuesFor(fields, null, state);
    const ids = [...new Set([...Object.keys(item.values), ...Object.keys(others)])];
    const changed = ids.length > 0 ? new Set(dice.someOf(ids, 3)) : new Set<string>();
    const entries = ids.flatMap((id): [string, ItemValues[string]][] => {
      const value = changed.has(id) ? others[id] : item.values[id];
      return value === undefined ? [] : [[id, value]];
    });
    return Object.fromEntries(entries);
  }

  const sent = (fields: readonly StoredField[]): SaveTemplateField[] =>
    fields.map(({ id, parentId, order, settings }) => ({ id, parentId, order, settings }) as SaveTemplateField);

  const pool = (own: string, present: readonly string[]): SaveTemplateField[] => {
    const linked = dice.oneOf([...present, own]);
    const oneOf = (...types: FieldType[]) => dice.oneOf(types);
    return [
      field('title', 'text'),
      field('note', oneOf('text', 'integer')),
      field('price', oneOf('integer', 'float')),
      field('magic', oneOf('boolean', 'boolean', 'text')),
      field('parent', 'item-link', { templateId: linked }),
      field('parts', 'item-link-list', { templateId: linked }),
      field('picture', 'item-link', { templateId: imageTemplate.id }),
      field('looks', 'group'),
      field('color', 'text', { parentId: dice.oneOf(['looks', null]) }),
      field('rows', 'dynamic-group'),
      field('stat', 'text', { parentId: 'rows' }),
      field('amount', oneOf('integer', 'float'), { parentId: 'rows' }),
      field('source', 'item-link', { parentId: 'rows', templateId: linked }),
    ];
  };

  /** Fields with some added, removed, moved and changed. */
  function changedFields(before: SaveTemplateField[], own: string, present: readonly string[]): SaveTemplateField[] {
    const fields = new Map(before.map((entry) => [entry.id, entry]));
    const all = pool(own, present);
    for (let left = before.length === 0 ? 7 : 1 + dice.below(2); left > 0; left -= 1) {
      const entry = dice.oneOf(all);
      const was = fields.get(entry.id);
      if (was && dice.percent(55)) fields.delete(entry.id);
      else if (was && dice.percent(50)) {
        const { type, name, ...rest } = was.settings;
        fields.set(entry.id, { ...was, settings: { ...rest, type, name, label: `Label ${dice.below(9)}` } as never });
      } else fields.set(entry.id, entry);
    }
    for (const { id, parentId } of fields.values()) {
      const parent = all.find((entry) => entry.id === parentId);
      if (parent && !fields.has(parent.id)) {
        if (dice.percent(50)) fields.set(parent.id, parent);
        else fields.delete(id);
      }
    }
    const list = [...fields.values()];
    return inOrder(dice.percent(20) ? list.toReversed() : list);
  }

  return {
    /** Creates an item in Dev. */
    create: async (): Promise<string> => {
      const state = await readState(query, server.studio.dev);
      const ids = [...state.templates.keys()];
      // Images have one field only.
      const template = dice.percent(70)
        ? (ids.findLast((id) => id !== imageTemplate.id) ?? imageTemplate.id)
        : dice.oneOf(ids);
      const fields = state.templates.get(template)?.fields ?? [];
      const values = valuesFor(fields, null, state);
      const body = saveBody(template, sent(fields), values, { label: `Item ${dice.below(100)}` });
      const params = { instanceId: server.studio.dev };
      const isDone = await attempt(params.instanceId, () => server.send(items.save, { params, body }, as));
      return `create in ${template}: ${isDone}`;
    },

    /** Edits an item of an instance. */
    edit: async (instanceId: number, wanted?: number): Promise<string> => {
      const state = await readState(query, instanceId);
      const editable = [...state.items].filter(([id]) => wanted === undefined || id === wanted);
      if (editable.length === 0) return 'nothing to edit';
      const [id, item] = dice.oneOf(editable);
      const fields = state.templates.get(item.template)?.fields ?? [];
      const isImage = item.template === imageTemplate.id;
      const values = isImage || wanted !== undefined ? item.values : changedValues(item, fields, state);
      const other = isImage || dice.percent(30) ? `Item ${dice.below(10_000)}` : item.label;
      // A requested edit has to change something.
      const label = wanted === undefined ? other : `${item.label}+`;
      const body = saveBody(item.template, sent(fields), values, {
        id,
        label,
        version: item.version,
        before: item.values,
      });
      const isDone = await attempt(instanceId, () => server.send(items.save, { params: { instanceId }, body }, as));
      if (wanted !== undefined) expect(isDone).toBe(true);
      return `edit ${item.template} ${id} in ${instanceId}: ${isDone}`;
    },

    /** Deletes an item in Dev. */
    delete: async (): Promise<string> => {
      const instanceId = server.studio.dev;
      const state = await readState(query, instanceId);
      if (state.items.size === 0) return 'nothing to delete';
      const [id, { template }] = dice.oneOf([...state.items]);
      const params = { instanceId, templateId: template, id };
      return `delete ${template} ${id}: ${await attempt(instanceId, () => server.send(items.delete, { params }, as))}`;
    },

    /** Creates or changes a template in Dev. */
    template: async (): Promise<string> => {
      const instanceId = server.studio.dev;
      const state = await readState(query, instanceId);
      const id = dice.oneOf(templateIds);
      const before = state.templates.get(id);
      const fields = changedFields(sent(before?.fields ?? []), id, [...state.templates.keys()]);
      const label = before && dice.percent(70) ? before.label : `The ${id} ${dice.below(9)}`;
      const body = { id, label, version: before?.version ?? 0, fields };
      const isDone = await attempt(instanceId, () => server.send(templates.save, { params: { instanceId }, body }, as));
      return `template ${id} with ${fields.map((entry) => `${entry.id}:${entry.settings.type}`).join()}: ${isDone}`;
    },

    /** Deletes a template in Dev. */
    deleteTemplate: async (): Promise<string> => {
      const instanceId = server.studio.dev;
      const templateId = dice.oneOf(templateIds);
      const isDone = await attempt(instanceId, async () => {
        const answer = await server.send(templates.delete, { params: { instanceId, templateId } }, as);
        return answer.status === 404 ? { ...answer, status: 409 } : answer;
      });
      return `delete template ${templateId}: ${isDone}`;
    },

    /** Changes the menu of an instance, for which there is no call yet. */
    menu: async (instanceId: number): Promise<string> => {
      const id = `folder-${dice.below(3)}`;
      const change = dice.oneOf(['insert', 'label', 'delete', 'move']);
      if (change === 'insert')
        await query(
          `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, $2, 'root', $3, '', $4) on conflict do nothing`,
          [instanceId, id, `Folder ${dice.below(9)}`, dice.below(9)],
        );
      else if (change === 'label')
        await query('update menu_nodes set label = $2 where instance_id = $1', [instanceId, `Node ${dice.below(99)}`]);
      else if (change === 'delete')
        await query('delete from menu_nodes where instance_id = $1 and id = $2', [instanceId, id]);
      else
        await query(`update menu_nodes set "order" = "order" + 1 where instance_id = $1 and template_id <> ''`, [
          instanceId,
        ]);
      return `menu of ${instanceId}: ${change} ${id}`;
    },
  };
};
