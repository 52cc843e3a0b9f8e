import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { nodesOfRow } from '@quartermaster/contract/content/row-shapes.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ItemDraft } from './item-draft.ts';

/** Everything typed into an item's form as lines of text, one per value, to save outside the console. */
export const draftText = (tree: readonly TreeNode[], { label, values }: ItemDraft): string =>
  [...(label === '' ? [] : [`Label: ${label}`]), ...linesOf(tree, values, '')].join('\n');

const linesOf = (nodes: readonly TreeNode[], values: ItemValues, indent: string): string[] =>
  nodes.flatMap(({ field: { id, settings }, children }) => {
    const name = settings.label || settings.name;
    const { holds } = fieldTypeOf(settings.type);
    if (holds === 'group') return linesOf(children, values, indent);
    if (holds === 'rows') {
      return rowsOf(values[id]).flatMap((row, index) => [
        `${indent}${name} ${index + 1}`,
        ...linesOf(nodesOfRow(children, row), row, `${indent}  `),
      ]);
    }
    const value = values[id];
    return isEmpty(value) ? [] : [`${indent}${name}: ${valueText(settings, value as FieldValue)}`];
  });

/** A value as text. */
export function valueText(settings: FieldSettings, value: FieldValue): string {
  const text = fieldTypeOf(settings.type).format(value, settings);
  return text.startsWith('data:') ? '(a new image)' : text;
}
