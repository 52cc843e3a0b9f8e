import { nameOfField } from '@quartermaster/contract/content/field-names.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FilterOp } from '@quartermaster/contract/field-types/filters.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type FilterSubject, pseudoFields, subjectOfField } from '@quartermaster/contract/rules/filter.ts';
import type { ReactNode } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { cellContent, cellProps, unitText } from '../../../shared/field-types/field-cell.tsx';
import { fieldTypeViewOf } from '../../../shared/field-types/registry.ts';
import { ItemImage } from '../../../shared/images/item-image.tsx';
import { pictureField } from '../../../shared/links/item-picture.ts';
import { LinkedRowPicture } from '../../../shared/links/row-picture.tsx';
import { textWidth } from '../../../shared/table/columns/column-widths.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { PlainLink } from '../../../shared/ui/plain-link.tsx';
import { ItemRowMenu } from '../duplicate/item-menu.tsx';
import { useNotSyncedProps } from '../not-synced/not-synced-items.tsx';
import classes from './items-list.module.css';
import { lastColumns } from './last-edits.tsx';

/** A field with its own column; the header includes the names of the enclosing groups. */
export interface ListedField {
  id: string;
  header: string;
  settings: FieldSettings;
}

/** The fields that get a column: the fields of a group get one each, a dynamic group gets a single one. */
export function listedFields(tree: readonly FieldNode[], around = ''): ListedField[] {
  return tree.flatMap(({ field, children }) => {
    const header = around + (field.settings.label || field.settings.name);
    if (fieldTypeOf(field.settings.type).holds === 'group') return listedFields(children, `${header} / `);
    return [{ id: field.id, header, settings: field.settings }];
  });
}

/** The names of the fields that have a visible column; nothing if all have. */
export function shownFields(tree: readonly FieldNode[], hidden: readonly string[]): { fields?: string[] } {
  const fields = listedFields(tree);
  const visible = fields.filter(({ id }) => !hidden.includes(id));
  if (visible.length === fields.length || visible.length === 0) return {};
  return { fields: visible.map(({ id }) => nameOfField(tree, id)) };
}

/** A field that the list can be filtered by. */
export interface FilterableField extends FilterSubject {
  id: string;
  header: string;
  /** Undefined for pseudo-fields. */
  settings?: FieldSettings;
  /** What a filter says, if not name and condition. */
  phrases?: Partial<Record<FilterOp, string>>;
}

const commented: FilterableField = {
  id: 'comments',
  header: 'Open comments',
  phrases: { notEmpty: 'Has open comments', empty: 'Has no open comments' },
  ...pseudoFields.comments,
};

/** Label and id, which every item has, and the fields whose type supports filters, also those in rows. */
export const filterableFields = (tree: readonly FieldNode[]): FilterableField[] => [
  { id: 'label', header: 'Label', ...pseudoFields.label },
  { id: 'id', header: 'ID', ...pseudoFields.id },
  ...filterableIn(tree, '', false),
  ...(leavesOf(tree).some(({ field }) => field.id === commented.id) ? [] : [commented]),
];

function filterableIn(tree: readonly FieldNode[], around: string, isInRows: boolean): FilterableField[] {
  return tree.flatMap(({ field: { id, settings }, children }) => {
    const { holds } = fieldTypeOf(settings.type);
    const header = around + (settings.label || settings.name);
    if (holds !== 'value') return filterableIn(children, `${header} / `, isInRows || holds === 'rows');
    const subject = subjectOfField(settings);
    if (subject.conditions.length === 0) return [];
    return [{ id, header: isInRows ? `${header} (any row)` : header, settings, ...subject }];
  });
}

/** Pixels of the menu button, of the mark of an item that is not synced and of the picture next to a label, each with its gap; and of a label's heavier letters. */
const menuWidth = 32;
const notSyncedWidth = 12;
const heavier = 28;
const imageWidth = 52;
const pictureWidth = 32;

const inLabelColumn = { className: classes.labelCell };

/** The columns of a list: ID and Label, both linking to the item, one per field, and the last edit. */
export function itemColumns(
  fields: readonly ListedField[],
  scope: { instanceId: number; templateId: string },
  bars: readonly string[] = [],
): TableColumn<ItemRow>[] {
  const pictured = pictureField(fields);
  const [picture, image] = pictured?.settings.picture ? [pictured] : [undefined, pictured];
  const to = ({ id }: ItemRow) =>
    pathTo(paths.item, { instanceId: scope.instanceId, templateId: scope.templateId, id });
  return [
    {
      id: 'id',
      header: 'ID',
      width: 88,
      narrowWidth: 56,
      pinned: true,
      isRowHeader: true,
      hideable: false,
      sortable: true,
      cell: (row) => (
        <PlainLink className={classes.id} to={to(row)} hasBackLink>
          {row.id}
        </PlainLink>
      ),
    },
    {
      id: 'label',
      header: 'Label',
      width: 140,
      narrowWidth: 160,
      text: ({ internal_label }) => internal_label,
      extraWidth: menuWidth + notSyncedWidth + heavier + (image ? imageWidth : 0) + (picture ? pictureWidth : 0),
      grows: true,
      pinned: true,
      hideable: false,
      sortable: true,
      cell: (row) => (
        <>
          <LabelLink row={row} to={to(row)}>
            {image && <LabelImage value={row.values[image.id]} />}
            {picture && <LinkedRowPicture id={[row.values[picture.id]].flat()[0]} label={row.internal_label} />}
            {row.internal_label}
          </LabelLink>
          <ItemRowMenu {...scope} id={row.id} label={row.internal_label} />
        </>
      ),
      cellProps: () => inLabelColumn,
    },
    ...fields.map(({ id, header, settings }): TableColumn<ItemRow> => {
      const { width, align, isPlain } = fieldTypeViewOf(settings.type);
      const room = bars.includes(id) ? barWidth : 0;
      return {
        id,
        header: scope.templateId === imageTemplate.id ? 'Image' : header,
        width: (isPlain ? headerWidth(header) : Math.max(width, headerWidth(header))) + room,
        ...(isPlain ? { text: (row) => textOf(settings, row.values[id]), mostWidth: valueWidth } : {}),
        // An extension may draw a square or a picture before the text.
        extraWidth: room + (settings.editor === undefined ? 0 : 28),
        grows: align === undefined,
        // A phone has room for one value next to the label, which is made from the title and has the picture.
        onlyIfWide: settings.title === true || id === image?.id,
        sortable: fieldTypeOf(settings.type).index.sortsBy !== undefined,
        ...(align ? { align, numberOf: (row) => numberIn(row.values[id]) } : {}),
        cell: (row) => cellContent(settings, row.values[id]),
        cellProps: (row) => cellProps(settings, row.values[id]),
      };
    }),
    ...lastColumns(to),
  ];
}

/** Pixels of a value's column at most, unless there is room: numbers behind two long texts stay in view. */
const valueWidth = 160;

/** Pixels of a bar with the space before a number. */
const barWidth = 64;

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Wide enough for most headers with an arrow, narrow enough that the next column is visible. */
const headerWidth = (header: string) => Math.min(220, Math.ceil(textWidth(header)) + 45);

const textOf = (settings: FieldSettings, value: unknown) => {
  const { wrongKind, format } = fieldTypeOf(settings.type);
  return isEmpty(value) || wrongKind(value, settings) !== undefined
    ? undefined
    : format(value as FieldValue, settings) + unitText(settings);
};

const LabelLink = ({ row, to, children }: { row: ItemRow; to: string; children: ReactNode }) => (
  <PlainLink className={classes.label} to={to} hasBackLink {...useNotSyncedProps(row.id)}>
    {children}
  </PlainLink>
);

/** Next to the label if the image's column is scrolled out of view. */
const LabelImage = ({ value }: { value: unknown }) => (
  <span className={classes.labelImage}>
    {typeof value === 'string' && <ItemImage value={value} className={classes.labelPicture} alt="" />}
  </span>
);
