import { paths } from '@quartermaster/contract/paths.ts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { ExportButton } from '../../../features/exports/start/export-button.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { Mark } from '../../../shared/ui/mark.tsx';
import type { Bootstrap } from '../bootstrap.ts';
import classes from '../frame.module.css';
import { InstanceSwitcher } from '../instance/instance-switcher.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { FactorNotice } from './factor-notice.tsx';
import { OpenSidebar } from './open-sidebar.tsx';
import { SubscriptionBanner } from './subscription/subscription-banner.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  bootstrap: Bootstrap;
  isNarrow: boolean;
  /** Set if the sidebar is a drawer. */
  openSidebar: (() => void) | undefined;
}

/** Instance switcher, menus and global actions; memoized so that navigation does not rerender it. */
export const Header = memo(function Header({ bootstrap, isNarrow, openSidebar }: HeaderProps) {
  const context = useInstanceContext();
  const hasProjects = bootstrap.workspaces.some(({ projects }) => projects.length > 0);
  return (
    <header className={classes.header} data-env={context?.env} data-narrow={isNarrow}>
      {openSidebar && <OpenSidebar onClick={openSidebar} />}
      <Link to={paths.home} className={classes.home ?? ''} aria-label="Quartermaster, home">
        <Mark />
        {!isNarrow && <span>Quartermaster</span>}
      </Link>
      {hasProjects && <InstanceSwitcher context={context} isNarrow={isNarrow} />}
      <PaletteButton isNarrow={isNarrow} />
      <div className={classes.spacer} />
      <FactorNotice bootstrap={bootstrap} />
      <SubscriptionBanner bootstrap={bootstrap} />
      <ExportButton isNarrow={isNarrow} isInHeader />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
});
