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
  index: number;
  isLast: boolean;
  onMove: (from: number, to: number, by: MovedBy) => void;
  onRemove: (index: number) => void;
  /** The copy is inserted after the row. */
  onDuplicate: (index: number) => void;
}

const button = { variant: 'subtle', color: 'gray', size: 'md' } as const;

/** The actions at the end of a row. */
export const RowActions = ({ name, index, isLast, onMove, onRemove, onDuplicate }: RowActionsProps) => (
  <div className={classes.actions} data-actions>
    <ActionIcon
      {...button}
      data-move="up"
      disabled={index === 0}
      onClick={() => onMove(index, index - 1, 'button')}
      aria-label={`Move ${name} up`}
    >
      <IconArrowUp size={16} />
    </ActionIcon>
    <ActionIcon
      {...button}
      data-move="down"
      disabled={isLast}
      onClick={() => onMove(index, index + 1, 'button')}
      aria-label={`Move ${name} down`}
    >
      <IconArrowDown size={16} />
    </ActionIcon>
    <ActionIcon
      {...button}
      data-duplicate
      onClick={() => onDuplicate(index)}
      aria-label={`Duplicate ${name}`}
      title="Duplicate"
    >
      <IconCopy size={16} />
    </ActionIcon>
    <ActionIcon {...button} data-remove onClick={() => onRemove(index)} aria-label={`Delete ${name}`}>
      <IconTrash size={16} />
    </ActionIcon>
  </div>
);
