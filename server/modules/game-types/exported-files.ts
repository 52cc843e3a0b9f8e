import { shapesOf } from '@quartermaster/contract/content/row-shapes.ts';
import { buildTree, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import {
  type ExportedKind,
  exportedKinds,
  type ValueRange,
} from '@quartermaster/contract/field-types/exported-kinds.ts';
import { type FieldSettings, fieldTypeOf, linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import { exportedFileName } from '../../core/files/exported-file-name.ts';
import type { StoredField } from '../../core/tables/content.ts';

/** What a value in an exported file can be; each has its `kind`. */
export type ExportedType =
  | { kind: 'value'; of: ExportedKind; isList: boolean; range: ValueRange }
  /** The name of the shape that the row has; `null` in rows without one. */
  | { kind: 'shape'; name: string | null }
  | { kind: 'object'; properties: readonly ExportedProperty[] }
  /** An array of objects, each of which has the properties of one of these variants. */
  | { kind: 'rows'; variants: readonly RowVariant[] };

/** A property, which is in every object, in the order of the file. Without a value, a list is empty, and another value `null`. */
export interface ExportedProperty {
  key: string;
  /** What people call it. */
  label: string;
  type: ExportedType;
}

/** Rows with the same properties. */
export interface RowVariant {
  /** The name of their shape; `null` for rows without one. */
  shape: string | null;
  properties: readonly ExportedProperty[];
}

/** The items of a template as exported, in all languages or in one. */
export interface ExportedItems {
  templateId: string;
  label: string;
  /** The files that have them. */
  files: readonly string[];
  /** True if localised texts are those of one language. */
  isTranslated: boolean;
  /** Without the id, which every item has. */
  properties: readonly ExportedProperty[];
}

/** A template whose items are exported. */
export interface ExportedTemplate {
  id: string;
  label: string;
  fields: readonly StoredField[];
}

/** What the files of an export contain; `languages` are those with a file of their own. */
export function describeFiles(templates: readonly ExportedTemplate[], languages: readonly string[]): ExportedItems[] {
  return templates.flatMap(({ id, label, fields }) => {
    const tree = buildTree(fields);
    const itemsOf = (isTranslated: boolean, files: readonly string[]): ExportedItems => ({
      templateId: id,
      label,
      files,
      isTranslated,
      properties: propertiesOf(tree, isTranslated),
    });
    const untranslated = itemsOf(false, [exportedFileName({ template_id: id, language: null })]);
    const isLocalised = fields.some(({ settings }) => fieldTypeOf(settings.type).localised !== undefined);
    if (!isLocalised || languages.length === 0) return [untranslated];
    return [
      untranslated,
      itemsOf(
        true,
        languages.map((language) => exportedFileName({ template_id: id, language })),
      ),
    ];
  });
}

const propertiesOf = (nodes: readonly TreeNode[], isTranslated: boolean): ExportedProperty[] =>
  nodes.flatMap((node) => {
    const { settings } = node.field;
    // The fields of a shape are in the row itself.
    if (fieldTypeOf(settings.type).rows?.is === 'shape') return propertiesOf(node.children, isTranslated);
    return [{ key: settings.name, label: settings.label || settings.name, type: typeOf(node, isTranslated) }];
  });

function typeOf({ field: { settings }, children }: TreeNode, isTranslated: boolean): ExportedType {
  const { holds, exported, localised } = fieldTypeOf(settings.type);
  if (holds === 'group') return { kind: 'object', properties: propertiesOf(children, isTranslated) };
  if (holds === 'rows') return { kind: 'rows', variants: variantsOf(children, isTranslated) };
  const { kind = exportedKinds.text, isList = false } = exported ?? {};
  const range = { options: optionsOf(settings), templates: linkedTemplatesOf(settings) };
  return { kind: 'value', of: localised && isTranslated ? exportedKinds.text : kind, isList, range };
}

function variantsOf(nodes: readonly TreeNode[], isTranslated: boolean): RowVariant[] {
  const shapes = shapesOf(nodes);
  if (!shapes) return [{ shape: null, properties: propertiesOf(nodes, isTranslated) }];
  const typeKey = nodes.find(({ field }) => field.id === shapes.typeId)?.field.settings.name;
  const variantOf = (name: string | null, nodes: readonly TreeNode[]): RowVariant => ({
    shape: name,
    properties: propertiesOf(nodes, isTranslated).map((property) =>
      property.key === typeKey ? { ...property, type: { kind: 'shape', name } } : property,
    ),
  });
  return [...[...shapes.nodes].map(([name, nodes]) => variantOf(name, nodes)), variantOf(null, shapes.common)];
}

const optionsOf = (settings: FieldSettings): string[] =>
  'options' in settings ? settings.options.map(({ id }) => id) : [];
