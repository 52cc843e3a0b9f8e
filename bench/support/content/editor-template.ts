import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { partsTemplate } from './content.ts';

/** Fields of one branch: five nested groups, the outermost followed by fields at the top, six levels in all. */
const branchFields = 20;
const leaves: FieldType[] = ['text', 'integer', 'float', 'boolean', 'item-link'];

/** This many fields, six deep; they repeat every twenty, so that every visible part looks the same. */
export function editorFields(count: number): SaveTemplateField[] {
  const fields: SaveTemplateField[] = [];
  const orders = new Map<string | null, number>();
  const add = (type: FieldType, parentId: string | null): string => {
    const id = `f${fields.length}`;
    const order = orders.get(parentId) ?? 0;
    orders.set(parentId, order + 1);
    const link = 'templateId' in fieldTypes[type].defaultSettings ? { templateId: partsTemplate } : {};
    const settings = { ...fieldTypes[type].defaultSettings, ...link, type, name: id, label: `Field ${fields.length}` };
    fields.push({ id, parentId, order, settings } as SaveTemplateField);
    return id;
  };
  for (let branch = 0; branch < count / branchFields; branch += 1) {
    let parentId: string | null = null;
    for (let level = 0; level < 5; level += 1) {
      parentId = add(level === 2 ? 'dynamic-group' : 'group', parentId);
      for (let leaf = 0; leaf < 3; leaf += 1) add(leaves[(level + leaf) % leaves.length] ?? 'text', parentId);
    }
  }
  return fields;
}
