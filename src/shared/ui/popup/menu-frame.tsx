import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LazyPopup, PopupTarget } from './lazy-popup.tsx';
import { useRestorable } from './use-restorable.ts';

export interface MenuFrameProps extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  menu: LazyPopup;
  children: ReactNode;
}

/** The dropdown of a menu at its button. */
export function MenuFrame({ menu, children, ...popover }: MenuFrameProps) {
  const opened = useRestorable(menu.isOpen);
  return (
    <Menu position="bottom-end" {...popover} {...menu.popup} opened={opened}>
      <Menu.Target>
        <PopupTarget of={menu.button.ref} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
