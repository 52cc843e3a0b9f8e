import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { ReactNode } from 'react';
import type { ExtensionCellProps } from '../extensions/extension-cell.tsx';
import type { CellProps } from '../table/table-column.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import classes from './field-cell.module.css';
import { fieldTypeViewOf } from './registry.ts';

const ExtensionCell = lazyPart<ExtensionCellProps>(
  () => import('../extensions/extension-cell.tsx').then((m) => m.ExtensionCell),
  { isOnUse: true, isQuiet: true, Fallback: ({ ordinary }) => ordinary },
);

/** The end of a value as text: its unit. */
export const unitText = ({ unit }: Pick<FieldSettings, 'unit'>): string => (unit === undefined ? '' : ` ${unit}`);

/** Renders the value of any field on one line, with its unit; a dash if it is empty. */
export function fieldCell(settings: FieldSettings, value: unknown): ReactNode {
  const props = cellProps(settings, value);
  const content = cellContent(settings, value);
  return props ? <span {...props}>{content}</span> : content;
}

/** The same in the cell of a table, which has the attributes of {@link cellProps}. */
export function cellContent(settings: FieldSettings, value: unknown): ReactNode {
  if (isEmpty(value)) return '–';
  const ordinary = fieldTypeViewOf(settings.type).cell(value, settings);
  const cell =
    settings.editor === undefined ? ordinary : <ExtensionCell settings={settings} value={value} ordinary={ordinary} />;
  if (settings.unit === undefined) return cell;
  return (
    <>
      {cell}
      <span className={classes.unit}>{unitText(settings)}</span>
    </>
  );
}

/** The attributes of the element around the content, if it needs any. */
export const cellProps = (settings: FieldSettings, value: unknown): Omit<CellProps, 'onClick'> | undefined =>
  isEmpty(value) ? { className: classes.none, title: 'Empty' } : fieldTypeViewOf(settings.type).cellProps?.(value);

/** Renders the value of any field where there is room for all of it; next to another value, what differs from that. */
export function wholeValue(settings: FieldSettings, value: unknown, other?: unknown): ReactNode {
  const { full } = fieldTypeViewOf(settings.type);
  return full && !isEmpty(value) ? full(value, settings, other) : fieldCell(settings, value);
}
