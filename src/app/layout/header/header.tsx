import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { roleName, useInstanceContext } from '../../../shared/access/instance-context.ts';
import { Mark } from '../../../shared/ui/mark.tsx';
import type { Bootstrap } from '../bootstrap.ts';
import classes from '../frame.module.css';
import { InstanceSwitcher } from '../instance/instance-switcher.tsx';
import { ExportButton } from './export-button.tsx';
import { SubscriptionBanner } from './subscription/subscription-banner.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  bootstrap: Bootstrap;
  /** Set if the sidebar is a drawer. */
  openSidebar?: () => void;
}

/** Instance switcher, menus and global actions; memoized so that navigation does not rerender it. */
export const Header = memo(function Header({ bootstrap, openSidebar }: HeaderProps) {
  const place = useInstanceContext();
  const hasProjects = bootstrap.workspaces.some(({ projects }) =>
    projects.some(({ status }) => status !== 'DeleteInProgress'),
  );
  // Without an instance it is still about somebody's workspace: a new one is on trial before it has a project.
  const workspace = place?.workspace ?? bootstrap.workspaces[0];
  const roleId = bootstrap.roles.find(({ id }) => id === workspace?.id)?.workspace_role_id;
  return (
    <header className={classes.header} data-env={place?.env} data-narrow={openSidebar !== undefined}>
      {openSidebar && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open navigation" onClick={openSidebar}>
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Link to="/" className={classes.home ?? ''} aria-label="Quartermaster, home">
        <Mark />
        {!openSidebar && <span>Quartermaster</span>}
      </Link>
      {hasProjects && <InstanceSwitcher place={place} isNarrow={openSidebar !== undefined} />}
      <div className={classes.spacer} />
      {workspace && <SubscriptionBanner workspace={workspace} isOwner={roleName(roleId) === 'owner'} />}
      <ExportButton isNarrow={openSidebar !== undefined} />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
});
