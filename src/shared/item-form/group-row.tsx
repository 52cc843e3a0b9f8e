import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import type { FieldsLevel, FieldsLevelView } from './fields-level.ts';
import classes from './item-fields.module.css';
import { SavedValuesProvider, useIsCompared, useReadSavedRow } from './saved-values.ts';
import { UnsavedMark } from './unsaved-mark.tsx';

interface GroupRowProps extends FieldsLevel {
  title: string;
  /** From 0. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
  /** The path of the row when it was saved; `null` for a new one. */
  savedPath: string | null;
  Fields: FieldsLevelView;
  /** Always the same functions: another one draws the row again. */
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
  /** The copy comes after the row. */
  onDuplicate: (place: number) => void;
}

const button = { variant: 'subtle', color: 'gray', size: 'md' } as const;

function Row(props: GroupRowProps) {
  const { title, place, isFirst, isLast, savedPath, nodes, path, depth, Fields, onMove, onRemove, onDuplicate } = props;
  const readSaved = useReadSavedRow(path, savedPath);
  const isCompared = useIsCompared();
  const name = `${title} row ${place + 1}`;
  return (
    <li className={classes.row} data-place={place} aria-label={name}>
      <span className={classes.rowNumber} aria-hidden>
        {place + 1}
      </span>
      {isCompared && savedPath === null && <UnsavedMark kind="added" label="New row, not saved yet" />}
      <SavedValuesProvider value={readSaved}>
        <Fields nodes={nodes} path={path} depth={depth} />
      </SavedValuesProvider>
      <div className={classes.rowActions} data-actions>
        <ActionIcon
          {...button}
          data-move="up"
          disabled={isFirst}
          onClick={() => onMove(place, place - 1)}
          aria-label={`Move ${name} up`}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          {...button}
          data-move="down"
          disabled={isLast}
          onClick={() => onMove(place, place + 1)}
          aria-label={`Move ${name} down`}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon
          {...button}
          data-duplicate
          onClick={() => onDuplicate(place)}
          aria-label={`Duplicate ${name}`}
          title="Duplicate"
        >
          <IconCopy size={16} />
        </ActionIcon>
        <ActionIcon {...button} data-remove onClick={() => onRemove(place)} aria-label={`Delete ${name}`}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </li>
  );
}

/** One row of a dynamic group; re-renders only when its own position changes, not when its neighbours do. */
export const GroupRow = memo(Row);
