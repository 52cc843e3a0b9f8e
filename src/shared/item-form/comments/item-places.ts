import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { findRows, hasFewValues, rowsAt, storeRows } from '@quartermaster/contract/content/row-anchors.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { Thread } from '@quartermaster/contract/endpoints/comments.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { CommentPlace, ItemRows, ThreadTarget } from '../../comments/comment-spot.ts';

/** What threads about an item can be about: the item, its fields, and those in its rows. */
export interface ItemPlaces {
  item: CommentPlace;
  /** Its fields outside of rows, in the order of the form. */
  fields: readonly CommentPlace[];
  placeOf: (thread: Pick<Thread, 'field_id' | 'field_label' | 'rows'>) => CommentPlace;
  /** The spot of a path of the form, such as `values.attrib.2.cost`. */
  placeAt: (path: string) => CommentPlace;
  rows: ItemRows;
}

interface Field {
  label: string;
  settings: FieldSettings;
  /** The dynamic groups around it, the outermost first. */
  groups: readonly string[];
  order: number;
}

/** After all fields. */
const last = Number.MAX_SAFE_INTEGER;

/** An item as it is saved, in which the rows of new threads are counted. */
export interface CommentedItem {
  templateId: string;
  id: number;
  version: number;
  values: ItemValues;
}

/** The places of an item of a template. */
export function itemPlaces(item: CommentedItem, tree: readonly TreeNode[]): ItemPlaces {
  const fields = new Map<string, Field>();
  addFields(fields, tree, []);
  const target: ThreadTarget = { about: 'item', template_id: item.templateId, item_id: item.id };
  const all: CommentPlace = { key: 'values', label: 'the item', order: -1, target };

  const fieldPlace = (fieldId: string, rows: readonly number[], lastLabel = 'A field'): CommentPlace => {
    const field = fields.get(fieldId);
    if (!field) return { key: fieldId, label: `${lastLabel} (deleted)`, order: last, target: null };
    const { groups, label, order } = field;
    const indexes = rows.slice(0, groups.length);
    const around = groups.map((id, level) => `${fields.get(id)?.label} row ${(indexes[level] ?? 0) + 1} / `);
    return {
      key: ['values', ...groups.flatMap((id, level) => [id, String(indexes[level])]), fieldId].join('.'),
      label: around.join('') + label,
      order,
      target: {
        ...target,
        field_id: fieldId,
        ...(indexes.length > 0 && { rows: [...indexes], version: item.version }),
      },
    };
  };
  return {
    item: all,
    fields: [...fields].flatMap(([id, { groups }]) => (groups.length === 0 ? [fieldPlace(id, [])] : [])),
    placeOf: ({ field_id: fieldId, field_label: label, rows }) => {
      if (fieldId === undefined) return all;
      const groups = fields.get(fieldId)?.groups ?? [];
      const known = rows ?? [];
      // The thread is then about the group.
      if (known.length < groups.length) {
        const group = fieldPlace(groups[known.length] ?? fieldId, known);
        return { ...group, label: `${group.label} (row not found)` };
      }
      return fieldPlace(fieldId, known, label);
    },
    placeAt: (path) => {
      const parts = path.split('.').slice(1);
      const rows = parts.flatMap((part, index) => (index % 2 === 1 ? [Number(part)] : []));
      const fieldId = parts.at(-1);
      return fieldId === undefined ? all : fieldPlace(fieldId, rows);
    },
    rows: {
      version: item.version,
      store: ({ label, target }) => {
        const { field_id: fieldId = '', rows } = target ?? {};
        const { groups = [] } = fields.get(fieldId) ?? {};
        const levels = rows && rowsAt(item.values, groups, rows);
        if (!levels || levels.length === 0) return null;
        return { fieldId, label, rows: storeRows(markOf, levels, (id) => hasFewValues(fields.get(id)?.settings)) };
      },
      find: ({ fieldId, rows }) => {
        const indexes = findRows(markOf, item.values, fields.get(fieldId)?.groups ?? [], rows);
        return indexes && fieldPlace(fieldId, indexes);
      },
    },
  };
}

function addFields(fields: Map<string, Field>, nodes: readonly TreeNode[], groups: readonly string[]): void {
  for (const { field, children } of nodes) {
    const { id, settings } = field;
    const { holds } = fieldTypeOf(settings.type);
    if (holds !== 'group')
      fields.set(id, { label: settings.label || settings.name, settings, groups, order: fields.size });
    addFields(fields, children, holds === 'rows' ? [...groups, id] : groups);
  }
}
