import { shapesOf } from '@quartermaster/contract/content/row-shapes.ts';
import { type KeyboardEvent, memo, type RefCallback } from 'react';
import { IconGripVertical } from '../../ui/icons/grip-vertical.ts';
import type { FieldsLevel, FieldsLevelView } from '../fields-level.ts';
import { SavedValuesProvider, useIsCompared, useReadSavedRow } from '../saved-values.ts';
import { UnsavedMark } from '../unsaved-mark.tsx';
import { RowActions } from './row-actions.tsx';
import type { PressHandle } from './row-drag.tsx';
import classes from './rows.module.css';
import { ShapedFields } from './shaped-fields.tsx';
import { type FoldedGroups, FoldedGroupsProvider } from './use-fold.ts';
import type { MovedBy } from './use-group-rows.ts';

interface GroupRowProps extends FieldsLevel {
  title: string;
  /** From 0. */
  index: number;
  /** Pixels to the previous rendered row. */
  gap: number;
  /** The number of rows. */
  count: number;
  /** The path of the saved row; `null` for a new one. */
  savedPath: string | null;
  folded: FoldedGroups;
  Fields: FieldsLevelView;
  /** Must be stable functions: another one rerenders the row. */
  measure: RefCallback<HTMLElement>;
  onPress: PressHandle;
  onMove: (from: number, to: number, by: MovedBy) => void;
  onRemove: (index: number) => void;
  onDuplicate: (index: number) => void;
}

function Row({
  title,
  index,
  gap,
  count,
  savedPath,
  nodes,
  path,
  depth,
  folded,
  Fields,
  measure,
  onPress,
  ...actions
}: GroupRowProps) {
  const shapes = shapesOf(nodes);
  const readSaved = useReadSavedRow(path, savedPath);
  const isCompared = useIsCompared();
  const name = `${title} row ${index + 1}`;
  const moveByKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    actions.onMove(index, to, 'handle');
  };
  return (
    <li
      ref={measure}
      className={classes.row}
      data-place={index}
      data-index={index}
      data-saved={savedPath ?? ''}
      aria-label={name}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={gap > 0 ? { marginTop: gap } : undefined}
    >
      <button
        type="button"
        className={classes.handle}
        data-handle
        aria-label={`Move ${name}`}
        title="Drag, or use the arrow keys"
        onKeyDown={moveByKey}
        onPointerDown={onPress}
      >
        <IconGripVertical size={14} aria-hidden />
        <span aria-hidden>{index + 1}</span>
      </button>
      {isCompared && savedPath === null && <UnsavedMark kind="added" label="New row, not saved yet" />}
      <SavedValuesProvider value={readSaved}>
        <FoldedGroupsProvider value={folded}>
          {shapes ? (
            <ShapedFields nodes={nodes} shapes={shapes} path={path} depth={depth} Fields={Fields} />
          ) : (
            <Fields nodes={nodes} path={path} depth={depth} />
          )}
        </FoldedGroupsProvider>
      </SavedValuesProvider>
      <RowActions name={name} index={index} isLast={index === count - 1} {...actions} />
    </li>
  );
}

/** One row of a dynamic group; re-renders only when its own position changes, not when its neighbours do. */
export const GroupRow = memo(Row);
