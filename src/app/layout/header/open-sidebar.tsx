import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '../../../shared/ui/icons/menu-2.ts';

/** Opens the sidebar where it is a drawer. */
export const OpenSidebar = ({ onClick }: { onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open navigation" onClick={onClick}>
    <IconMenu2 size={20} aria-hidden />
  </ActionIcon>
);
