import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { emptyShape, shapeOf, type TreeShape } from '../tree/tree-shape.ts';

/** A template in the form in which versions are compared. */
export interface TemplateState {
  label: string;
  /** Settings by field id. A limit may hold typed text that is not a number yet. */
  settings: ReadonlyMap<string, FieldSettings>;
  shape: TreeShape;
}

/** The settings of a field; throws if there is no such field. */
export function settingsOf({ settings }: Pick<TemplateState, 'settings'>, id: string): FieldSettings {
  const found = settings.get(id);
  if (!found) throw new Error(`There is no field ${id} in the template`);
  return found;
}

/** The display name of a field. */
export const nameOf = (template: Pick<TemplateState, 'settings'>, id: string): string => {
  const { label, name } = settingsOf(template, id);
  return label || name || 'Untitled';
};

/** The state of a template from the API; without a template, it has no fields. */
export function stateOf(template: { label: string; fields: readonly TreeField[] } | null): TemplateState {
  const shape = template ? shapeOf(template.fields) : emptyShape;
  const placed = template?.fields.filter(({ id }) => shape.parents.has(id)) ?? [];
  return { label: template?.label ?? '', shape, settings: new Map(placed.map(({ id, settings }) => [id, settings])) };
}
