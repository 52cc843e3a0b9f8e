import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './numbers-table.module.css';

export interface NumbersTableProps {
  label: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** The numbers of a chart; while the chart is drawn, for screen readers only. */
export function NumbersTable({ label, columns, rows, isHidden }: NumbersTableProps & { isHidden: boolean }) {
  const table = (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fields can have one name, and columns do not move
            <th key={index} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: likewise
              <td key={index} data-number={typeof cell === 'string' && /^[-\d]/.test(cell) ? true : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (isHidden) return <VisuallyHidden component="div">{table}</VisuallyHidden>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
    <div className={classes.room} role="region" aria-label={label} tabIndex={0}>
      {table}
    </div>
  );
}
