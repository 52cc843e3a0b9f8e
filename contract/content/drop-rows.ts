import { type FieldValue, type ItemReference, isEmpty } from '../field-types/field-type.ts';
import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
  isFileType,
  sourceLanguageOf,
} from '../field-types/registry.ts';
import { contentLimits } from './content-limits.ts';
import { dropLimits } from './drop-limits.ts';
import type { DropRow } from './drop-nest.ts';
import type { ItemValues } from './item-fields.ts';
import { imageTemplate } from './reserved-templates.ts';
import { levelOf, type TreeField, type TreeNode } from './template-tree.ts';

/** A dynamic group whose rows are drawn by a weight. */
export interface DropGroup {
  groupId: string;
  weightId: string;
  /** The fields of a row. */
  nodes: readonly TreeNode[];
}

/** A row with all that it could lead to. */
export interface DropCandidates {
  weight: number;
  /** The first link of each field, in the order of the fields. */
  links: readonly ItemReference[];
  /** Its first other value. */
  text?: string;
}

/** The largest weight: sums of larger ones could be infinite. */
const mostWeight = 1e300;

/** A value as a weight: 0 for all that are none. */
export const drawnWeight = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(value, mostWeight) : 0;

/** The types of fields by which rows are drawn. */
export const weightTypes: readonly FieldType[] = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypeOf(type).rows?.is === 'weight',
);

const isWeight = ({ settings }: TreeField): boolean => weightTypes.includes(settings.type);

/** The group of a template whose rows an item drops: that of a weight, else the first one outside of other groups' rows. */
export function dropGroupOf(tree: readonly TreeNode[], weightId?: string): DropGroup | undefined {
  const groups = levelOf(tree).leaves.flatMap(({ field, children }) =>
    levelOf(children).leaves.flatMap((leaf) =>
      isWeight(leaf.field) ? [{ groupId: field.id, weightId: leaf.field.id, nodes: children }] : [],
    ),
  );
  return groups.find((group) => group.weightId === weightId) ?? groups[0];
}

/** The rows with a weight above zero. Pictures of a row are no drops. */
export function candidatesOf(
  { nodes, weightId }: Pick<DropGroup, 'nodes' | 'weightId'>,
  rows: readonly ItemValues[],
): DropCandidates[] {
  return rows.flatMap((row) => {
    const weight = drawnWeight(row[weightId]);
    return weight > 0 ? [{ weight, ...contentOf(nodes, row) }] : [];
  });
}

function contentOf(nodes: readonly TreeNode[], row: ItemValues): Omit<DropCandidates, 'weight'> {
  const links: ItemReference[] = [];
  let text: string | undefined;
  for (const { field } of levelOf(nodes).leaves) {
    const { settings } = field;
    const { holds, index, links: isLink } = fieldTypeOf(settings.type);
    const value = row[field.id];
    if (holds !== 'value' || isEmpty(value) || isWeight(field) || isFileType(settings.type)) continue;
    // Values of such a field are no rows.
    if (!isLink) text ??= textOf(settings, value as FieldValue);
    else links.push(...(index.entries(value as FieldValue, settings).links ?? []).slice(0, 1));
  }
  const drops = links.filter(({ templateId, id }) => templateId !== imageTemplate.id && Number.isSafeInteger(id));
  return { links: drops.slice(0, dropLimits.links), ...(text !== undefined && { text }) };
}

/** A value as people read it, in one line. */
function textOf(settings: FieldSettings, value: FieldValue): string {
  const { localised, format } = fieldTypeOf(settings.type);
  const labelOf = (id: unknown) =>
    ('options' in settings && settings.options.find((option) => option.id === id)?.label) || String(id);
  const inSource = () => localised?.textIn(value, sourceLanguageOf(settings) ?? '', settings);
  const text = 'options' in settings ? [value].flat().map(labelOf).join(', ') : (inSource() ?? format(value, settings));
  return String(text).slice(0, contentLimits.labelLength).toWellFormed();
}

/** What a row leads to: its first link to a table, else its first link, else its text. */
export function toDropRow({ weight, links, text }: DropCandidates, isTable: (id: number) => boolean): DropRow {
  const link = links.find(({ id }) => isTable(id)) ?? links[0];
  if (link) return { weight, item: link.id };
  return { weight, ...(text !== undefined && { text }) };
}
