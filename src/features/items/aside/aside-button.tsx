import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarRight } from '../../../shared/ui/icons/layout-sidebar-right.ts';
import type { ItemAside } from './use-item-aside.ts';

/** Opens and closes the panel next to the form. */
export const AsideButton = ({ canOpen, isOpen, toggle, button }: ItemAside) =>
  canOpen && (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      size="input-sm"
      aria-label="Used by, links and history"
      title="Used by, links and history"
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <IconLayoutSidebarRight size={18} />
    </ActionIcon>
  );
