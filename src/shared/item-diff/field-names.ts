import { buildTree, leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { Template, TemplateField } from '@quartermaster/contract/endpoints/templates.ts';

/** How many fields an entry names; the title names all. */
const named = 3;

/** The display name of a field; its id if the template no longer has it. */
export function fieldNameOf(fields: readonly TemplateField[], id: string): string {
  const settings = fields.find((field) => field.id === id)?.settings;
  return settings?.label || settings?.name || id;
}

/** The changed fields of an item, `Armour, Cost and 2 more fields`; `total` includes those that are not listed. */
export function namesText(names: readonly string[], total: number): { short: string; long: string } {
  const rest = total - Math.min(names.length, named);
  const more = rest === 0 ? '' : ` and ${rest} more ${rest === 1 ? 'field' : 'fields'}`;
  return { short: names.slice(0, named).join(', ') + more, long: names.join(', ') };
}

/** The fields with a history of their own: those with a value, and dynamic groups. Fields in rows have none. */
export function fieldChoices(template: Template): { value: string; label: string }[] {
  return leavesOf(buildTree(template.fields)).map(({ field: { id } }) => ({
    value: id,
    label: fieldNameOf(template.fields, id),
  }));
}
