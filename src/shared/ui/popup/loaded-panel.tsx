import { type MantineSpacing, Popover, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LazyPopup, PopupTarget } from './lazy-popup.tsx';
import { useRestorable } from './use-restorable.ts';

interface PopupPanelProps extends Pick<PopoverProps, 'position' | 'width' | 'shadow' | 'withArrow' | 'trapFocus'> {
  popup: LazyPopup;
  /** Its label, unless its button labels it. */
  label?: string;
  /** Padding. */
  p?: MantineSpacing;
  className?: string | undefined;
  children: ReactNode;
}

/** The code of a `PopupPanel`. */
export function LoadedPanel({ popup, label, p, className, children, ...look }: PopupPanelProps) {
  const opened = useRestorable(popup.isOpen);
  return (
    <Popover position="bottom-end" trapFocus returnFocus {...look} {...popup.popup} opened={opened}>
      <Popover.Target>
        <PopupTarget of={popup.button.ref} />
      </Popover.Target>
      <Popover.Dropdown {...(label && { 'aria-label': label })} {...(p && { p })} {...(className && { className })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
