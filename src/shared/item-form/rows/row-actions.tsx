import { ActionIcon } from '@mantine/core';
import { IconArrowDown } from '../../ui/icons/arrow-down.ts';
import { IconArrowUp } from '../../ui/icons/arrow-up.ts';
import { IconCopy } from '../../ui/icons/copy.ts';
import { IconTrash } from '../../ui/icons/trash.ts';
import classes from './rows.module.css';
import type { MovedBy } from './use-group-rows.ts';

interface RowActionsProps {
  /** The name of the row. */
  name: string;
  /** From 0. */
  place: number;
  isLast: boolean;
  onMove: (from: number, to: number, by: MovedBy) => void;
  onRemove: (place: number) => void;
  /** The copy is inserted after the row. */
  onDuplicate: (place: number) => void;
}

const button = { variant: 'subtle', color: 'gray', size: 'md' } as const;

/** The actions at the end of a row. */
export const RowActions = ({ name, place, isLast, onMove, onRemove, onDuplicate }: RowActionsProps) => (
  <div className={classes.actions} data-actions>
    <ActionIcon
      {...button}
      data-move="up"
      disabled={place === 0}
      onClick={() => onMove(place, place - 1, 'button')}
      aria-label={`Move ${name} up`}
    >
      <IconArrowUp size={16} />
    </ActionIcon>
    <ActionIcon
      {...button}
      data-move="down"
      disabled={isLast}
      onClick={() => onMove(place, place + 1, 'button')}
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
);
