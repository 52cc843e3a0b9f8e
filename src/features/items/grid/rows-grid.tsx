import { Button } from '@mantine/core';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { isFlat } from '../../../shared/item-form/rows/flat-group.ts';
import { IconArrowLeft } from '../../../shared/ui/icons/arrow-left.ts';
import { listedFields } from '../list/item-columns.tsx';
import { type GridColumn, rowColumns, rowNumber } from './grid-columns.tsx';
import type { GridState } from './model/grid-state.ts';
import { RowsState } from './model/rows-state.ts';
import classes from './view/grid.module.css';
import { SheetGrid } from './view/sheet-grid.tsx';
import { StatusBar } from './view/status-bar.tsx';

/** The dynamic groups whose rows open as a sheet: those that the item form shows as a table. */
export const flatGroups = (tree: readonly FieldNode[]): FieldNode[] =>
  leavesOf(tree).filter(({ children }) => isFlat(children)) as FieldNode[];

interface RowsGridProps {
  state: GridState;
  group: FieldNode;
  /** The row of the item whose rows are selected first. */
  item: string;
  mayEditReadOnly: boolean;
  /** Opens other rows; undefined for the items. */
  onOpen: (opened: { group: string; item: string } | undefined) => void;
}

const none: never[] = [];
const noWidths = {};

/** The rows of a dynamic group of all items, as a sheet: item, row number, fields. */
export function RowsGrid({ state, group, item, mayEditReadOnly, onOpen }: RowsGridProps) {
  const { field, children } = group;
  const columns = useMemo(() => rowColumns(listedFields(children), mayEditReadOnly), [children, mayEditReadOnly]);
  const [rows] = useState(() => new RowsState(state, { id: field.id, columns, numberColumn: rowNumber }));
  useEffect(() => rows.follow(), [rows]);
  const [visible, setVisible] = useState<readonly GridColumn[]>(columns);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>(noWidths);
  useLayoutEffect(() => {
    rows.show({ columns: visible, tree: children, canAdd: false });
  }, [rows, visible, children]);
  useEffect(() => rows.goToItem(item), [rows, item]);
  const close = () => {
    // The cell from which the rows were opened has the focus again.
    state.isFocused = true;
    onOpen(undefined);
  };
  const name = `Rows of ${field.settings.label || field.settings.name}`;
  const loaded = rows.sheet.rows().length;
  return (
    <>
      <div className={classes.rowsHead}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={close}>
          Back to the items
        </Button>
        <h2 className={classes.rowsTitle}>{name}</h2>
      </div>
      <SheetGrid
        state={rows}
        label={name}
        columns={columns}
        hidden={none}
        order={none}
        widths={widths}
        onWidth={(id, width) =>
          setWidths(({ [id]: _, ...others }) => (width === undefined ? others : { ...others, [id]: width }))
        }
        total={loaded}
        hasMore={false}
        hasBlankRow={false}
        onNearEnd={noop}
        onColumns={setVisible}
      />
      <StatusBar
        state={rows}
        rows={{ loaded, totalText: undefined, hasMore: false, isCut: false, isLoading: false }}
        onLoadAll={noop}
        noun="row"
      />
    </>
  );
}

const noop = () => undefined;
