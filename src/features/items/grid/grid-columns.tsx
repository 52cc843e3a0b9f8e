import {
  type FieldSettings,
  fieldTypeOf,
  isComputedType,
  isFileType,
} from '@quartermaster/contract/field-types/registry.ts';
import { FieldIcon } from '../../../shared/field-types/field-icon.tsx';
import { fieldTypeViewOf } from '../../../shared/field-types/registry.ts';
import { textWidth } from '../../../shared/table/columns/column-widths.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import type { ListedField } from '../list/item-columns.tsx';
import { type SheetColumn, textOf } from './model/cell-content.ts';
import type { SheetRow } from './model/sheet.ts';

/** A column of the grid: as the table's model and as the sheet know it. */
export interface GridColumn extends TableColumn<SheetRow>, SheetColumn {
  /** Of a field. */
  settings?: FieldSettings;
  /** The field whose first image stands before the text. */
  picture?: string;
}

/** Why the cells of a field cannot be edited; undefined if they can. */
function lockOf(settings: FieldSettings, mayEditReadOnly: boolean): string | undefined {
  if (isComputedType(settings.type)) return 'Computed from other fields';
  if (isFileType(settings.type)) return 'Change images on the page of the item';
  if (fieldTypeOf(settings.type).holds !== 'value') return 'Rows are edited on the page of the item';
  if (settings.readOnly && !mayEditReadOnly) return 'Only members who can edit templates can change it';
  return undefined;
}

/** Pixels of a picture with its gap. */
const pictureWidth = 32;

// Cells are rendered by the rows of the grid.
const cell = () => null;

/** The columns of a grid: ID and Label, and the fields of the list. Rows in `flat` open as a sheet of their own. */
export function gridColumns(
  fields: readonly ListedField[],
  mayEditReadOnly: boolean,
  flat: ReadonlySet<string>,
): GridColumn[] {
  const picture = fields.find(({ settings }) => settings.picture)?.id;
  return [
    {
      id: 'label',
      header: 'Label',
      width: 160,
      narrowWidth: 130,
      text: ({ label }) => label,
      grows: true,
      pinned: true,
      hideable: false,
      cell,
      ...(picture !== undefined && { picture, extraWidth: pictureWidth }),
    },
    {
      id: 'id',
      header: 'ID',
      width: 80,
      align: 'right',
      hideable: false,
      locked: 'Given by the server',
      cell,
    },
    ...fields.map((field): GridColumn => {
      if (!flat.has(field.id)) return fieldColumn(field, mayEditReadOnly);
      return { ...fieldColumn(field, mayEditReadOnly), opens: true, locked: 'F2 or a double click opens the rows' };
    }),
  ];
}

/** The columns of the rows of a dynamic group: their item, their number in it, and their fields. */
export const rowColumns = (fields: readonly ListedField[], mayEditReadOnly: boolean): GridColumn[] => [
  { ...ownColumn, id: 'label', header: 'Item', width: 160, narrowWidth: 130, text: ({ label }) => label, pinned: true },
  { ...ownColumn, id: rowNumber, header: 'Row', width: 64, align: 'right' },
  ...fields.map((field) => fieldColumn(field, mayEditReadOnly)),
];

/** The name of the column with the number of a row; no field has it. */
export const rowNumber = '#';

const ownColumn = { locked: 'Where the row belongs', hideable: false, cell };

function fieldColumn({ id, header, settings }: ListedField, mayEditReadOnly: boolean): GridColumn {
  const { width, align, isPlain } = fieldTypeViewOf(settings.type);
  const locked = lockOf(settings, mayEditReadOnly);
  const column: SheetColumn = { id, header, settings };
  return {
    ...column,
    settings,
    icon: <FieldIcon type={settings.type} />,
    width: isPlain ? headerWidth(header) : Math.max(width, headerWidth(header)),
    ...(isPlain && { text: (row: SheetRow) => textOf(column, { value: row.values[id] ?? null }) }),
    ...(align && { align }),
    ...(locked !== undefined && { locked }),
    cell,
  };
}

const headerWidth = (header: string) => Math.min(220, Math.ceil(textWidth(header) * 1.25) + 52);
