import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type CSSProperties, type FocusEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { FieldsLevelView } from '../fields-level.ts';
import { useFieldsForm } from '../form-context.ts';
import { ReadOnlyMark } from '../read-only-mark.tsx';
import { isFlat } from './flat-group.ts';
import { GroupRow } from './group-row.tsx';
import type { PressHandle } from './row-drag.tsx';
import classes from './rows.module.css';
import { areTags } from './tag-rows.ts';
import type { FoldedGroups } from './use-fold.ts';
import type { MovedBy, useGroupRows } from './use-group-rows.ts';
import { useRowWindow } from './use-row-window.ts';

const RowDrag = lazyPart(() => import('./row-drag.tsx').then((m) => m.RowDrag), { isQuiet: true });

interface RowsViewProps {
  title: string;
  nodes: readonly TreeNode[];
  name: string;
  depth: number;
  Fields: FieldsLevelView;
  rows: ReturnType<typeof useGroupRows>;
  /** The first invalid row of the last attempt to save; negative if there is none. */
  wrong: number;
  /** The path of the saved row, by key; `null` for a new one. */
  originOf: (key: string) => number | null;
  /** The collapsed groups of each row, by key. */
  folded: Map<string, FoldedGroups>;
  onMove: (from: number, to: number, by: MovedBy) => void;
}

/** The rows near the viewport; those of a flat group are rendered as a table if it is wide enough, short single values as tags. */
export function RowsView({ title, nodes, name, depth, Fields, rows, wrong, originOf, folded, onMove }: RowsViewProps) {
  const { fields, current, setCurrent } = rows;
  const box = useRef<HTMLDivElement>(null);
  const press = useRef<PressHandle>(null);
  const keys = useMemo(() => fields.map(({ rowKey }) => rowKey), [fields]);
  // The row in use stays rendered with its focus wherever the page is scrolled, and so do its neighbors for the Tab key.
  const pinned = useMemo(() => [...(current < 0 ? [] : [current - 1, current, current + 1]), wrong], [current, wrong]);
  const rowWindow = useRowWindow({ box, keys, pinned });
  const { getValues } = useFieldsForm();
  // Decided once, as the rows would otherwise move while the user types.
  const [hasTags] = useState(() => areTags(nodes, rowsOf(getValues(name))));
  const isTags = hasTags && !rowWindow.isWindowed;
  const isTable = !isTags && isFlat(nodes);

  const noteFocus = ({ target }: FocusEvent) => {
    const row = [...(box.current?.querySelector(':scope > ol')?.children ?? [])].find((line) => line.contains(target));
    if (row instanceof HTMLElement) setCurrent(Number(row.dataset.place));
  };
  const startDrag = useCallback((event: PointerEvent<HTMLElement>) => press.current?.(event), []);
  const drop = useCallback((from: number, to: number) => onMove(from, to, 'handle'), [onMove]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which row has the focus
    <div
      ref={box}
      className={classes.box}
      data-flat={isTable || undefined}
      data-tags={isTags || undefined}
      data-windowed={rowWindow.isWindowed || undefined}
      style={{ '--columns': nodes.length } as CSSProperties}
      onFocus={noteFocus}
    >
      {isTable && <ColumnHeads nodes={nodes} />}
      {rowWindow.isWindowed && <div data-space style={{ height: rowWindow.before }} />}
      <ol className={classes.rows}>
        {rowWindow.rows.map(({ index, gap }) => {
          const key = keys[index] ?? '';
          const origin = originOf(key);
          return (
            <GroupRow
              key={key}
              title={title}
              index={index}
              gap={gap}
              count={keys.length}
              savedPath={origin === null ? null : `${name}.${origin}`}
              nodes={nodes}
              path={`${name}.${index}`}
              depth={depth + 1}
              folded={groupsOf(folded, key)}
              Fields={Fields}
              measure={rowWindow.measure}
              onPress={startDrag}
              onMove={onMove}
              onRemove={rows.removeRow}
              onDuplicate={rows.duplicateRow}
            />
          );
        })}
      </ol>
      {rowWindow.isWindowed && <div data-space style={{ height: rowWindow.after }} />}
      {keys.length > 1 && <RowDrag box={box} press={press} keys={keys} onMove={drop} />}
    </div>
  );
}

/** The collapsed groups of a row, always the same object. */
function groupsOf(folded: Map<string, FoldedGroups>, key: string): FoldedGroups {
  const known = folded.get(key);
  if (known) return known;
  const groups: FoldedGroups = new Set();
  folded.set(key, groups);
  return groups;
}

/** The names of the fields, once for all rows; each input has its own label for screen readers. */
const ColumnHeads = ({ nodes }: { nodes: readonly TreeNode[] }) => (
  <div className={classes.heads} aria-hidden>
    {nodes.map(({ field: { id, settings } }) => (
      <div key={id}>
        <span className={classes.head} title={settings.name}>
          <span>
            {settings.label || settings.name}
            {settings.unit !== undefined && `, ${settings.unit}`}
          </span>
          {settings.readOnly && <ReadOnlyMark />}
          {'required' in settings && settings.required && <span className={classes.required}>*</span>}
        </span>
        {settings.help && (
          <span className={classes.headHelp} title={settings.help}>
            {settings.help}
          </span>
        )}
      </div>
    ))}
  </div>
);
