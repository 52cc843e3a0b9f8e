import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type Direction, useNeighbours } from './use-neighbours.ts';

const buttons = {
  previous: { label: 'Previous item', keys: 'Alt+Page Up', Icon: IconChevronUp },
  next: { label: 'Next item', keys: 'Alt+Page Down', Icon: IconChevronDown },
} as const;

/** Only the keyboard shortcuts, for an item that is still loading: a focused button must not disappear with its skeleton. */
export function NeighbourKeys(place: Parameters<typeof useNeighbours>[0]) {
  useNeighbours(place);
  return null;
}

/** Links to the previous and the next item of the list that this one was opened from; renders nothing without a list. */
export function NeighbourButtons(place: Parameters<typeof useNeighbours>[0]) {
  const neighbours = useNeighbours(place);
  if (!neighbours) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {(['previous', 'next'] as const satisfies Direction[]).map((by) => {
        const { label, keys, Icon } = buttons[by];
        const neighbour = neighbours[by];
        const prefetch = () => neighbour && neighbours.prefetch(neighbour);
        return (
          <ActionIcon
            key={by}
            variant="default"
            size={36}
            aria-label={label}
            title={`${label} of the list (${keys})`}
            disabled={!neighbour || neighbours.isPending}
            // Keeps the focus on this button for going through the list.
            autoFocus={neighbours.cameBy === by}
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={neighbour?.go}
          >
            <Icon size={18} />
          </ActionIcon>
        );
      })}
    </Group>
  );
}
