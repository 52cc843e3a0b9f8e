import { ActionIcon } from '@mantine/core';
import { IconArrowDown } from '../icons/arrow-down.ts';
import { IconArrowUp } from '../icons/arrow-up.ts';
import { IconX } from '../icons/x.ts';
import type { Entries } from './use-entries.ts';

interface EntryButtonsProps {
  /** How the labels of the buttons name the entry. */
  name: string;
  index: number;
  count: number;
  entries: Pick<Entries, 'move' | 'remove'>;
}

/** The buttons that move an entry up or down and remove it. */
export function EntryButtons({ name, index, count, entries }: EntryButtonsProps) {
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    <>
      <ActionIcon
        {...button}
        data-control={`up ${index}`}
        disabled={index === 0}
        onClick={() => entries.move(index, -1, 'up')}
        aria-label={`Move ${name} up`}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        {...button}
        data-control={`down ${index}`}
        disabled={index === count - 1}
        onClick={() => entries.move(index, 1, 'down')}
        aria-label={`Move ${name} down`}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon {...button} onClick={() => entries.remove(index)} aria-label={`Remove ${name}`}>
        <IconX size={14} />
      </ActionIcon>
    </>
  );
}
