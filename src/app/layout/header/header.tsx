import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { Mark } from '../../../shared/ui/mark.tsx';
import classes from '../frame.module.css';
import { InstanceSwitcher } from '../instance/instance-switcher.tsx';
import type { Bootstrap } from '../use-bootstrap.ts';
import { ExportButton } from './export-button.tsx';
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
      <ExportButton isNarrow={openSidebar !== undefined} />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
});
