import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface SidebarDrawerProps {
  opened: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** The sidebar on narrow screens. */
export function SidebarDrawer({ opened, onClose, label, children }: SidebarDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Navigation"
      size={286}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close navigation', mr: 'xs' }}
      styles={{ header: { paddingInlineStart: 16 } }}
    >
      <nav aria-label={label}>{children}</nav>
    </Drawer>
  );
}
