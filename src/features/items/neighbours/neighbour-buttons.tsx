import { ActionIcon, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { quietButton } from '../../../shared/ui/compact.ts';
import { IconChevronDown } from '../../../shared/ui/icons/chevron-down.ts';
import { IconChevronUp } from '../../../shared/ui/icons/chevron-up.ts';
import { placeOf } from './focused-field.ts';
import type { Direction } from './neighbour-state.ts';
import { useNeighbours } from './use-neighbours.ts';

const buttons = {
  previous: { label: 'Previous item', keys: 'Alt+Page Up', Icon: IconChevronUp },
  next: { label: 'Next item', keys: 'Alt+Page Down', Icon: IconChevronDown },
} as const;

/** Only the keyboard shortcuts, for an item that is still loading: a focused button must not disappear with its skeleton. */
export function NeighbourKeys(item: Parameters<typeof useNeighbours>[0]) {
  useNeighbours(item);
  return null;
}

/** Buttons to the previous and the next item of the list that this one was opened from, or else of the template. */
export function NeighbourButtons(item: Parameters<typeof useNeighbours>[0]) {
  const neighbours = useNeighbours(item);
  const group = useRef<HTMLDivElement>(null);
  const { cameBy } = neighbours;
  const isAtEnd = cameBy !== undefined && !neighbours[cameBy];
  useEffect(() => {
    // The focused button is disabled once it is known that there is no further item.
    const { activeElement, body } = document;
    if (isAtEnd && (activeElement === body || group.current?.contains(activeElement)))
      group.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  }, [isAtEnd]);
  return (
    <Group gap={4} wrap="nowrap" ref={group}>
      {(['previous', 'next'] as const satisfies Direction[]).map((by) => {
        const { label, keys, Icon } = buttons[by];
        const neighbour = neighbours[by];
        const isOff = !neighbour || neighbours.isPending;
        const prefetch = () => neighbours.prefetch(by);
        return (
          <ActionIcon
            key={by}
            {...quietButton}
            size="input-sm"
            aria-label={label}
            title={`${label} of the ${neighbours.isOfList ? 'list' : 'template'} (${keys})`}
            data-neighbour
            // Of a template, that is known only once the button is focused, which must not lose the focus then.
            {...(neighbours.isOfList
              ? { disabled: isOff }
              : { 'data-disabled': isOff, 'aria-disabled': isOff || undefined })}
            // Keeps the focus on this button for going through the list.
            autoFocus={cameBy === by}
            onPointerEnter={prefetch}
            onFocus={prefetch}
            // A field stays focused, as the same field of the neighbour gets the focus.
            onMouseDown={(event) => placeOf(document.activeElement) && event.preventDefault()}
            onClick={isOff ? undefined : neighbour.go}
          >
            <Icon size={18} />
          </ActionIcon>
        );
      })}
    </Group>
  );
}
