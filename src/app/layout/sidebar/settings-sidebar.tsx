import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { memo, useState } from 'react';
import { generatePath, Link, NavLink } from 'react-router-dom';
import { Can } from '../../../shared/access/can.tsx';
import { opening } from '../../../shared/access/require-role.tsx';
import {
  isManager,
  useWorkspacesWithRole,
  type WorkspaceWithRole,
} from '../../../shared/access/workspaces-with-role.ts';
import { useServices } from '../../../shared/services/services.ts';
import { IconArrowLeft } from '../../../shared/ui/icons/arrow-left.ts';
import { IconChevronRight } from '../../../shared/ui/icons/chevron-right.ts';
import { IconLogout } from '../../../shared/ui/icons/logout.ts';
import { lazyDialog } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { settingsPages } from '../settings-pages.ts';
import classes from './sidebar.module.css';
import { useClosedFolders } from './use-closed-folders.ts';

const LogoutDialog = lazyDialog(() => import('../../../shared/drafts/logout-dialog.tsx').then((m) => m.LogoutDialog));

/**
 * Links to the settings of each workspace that the user manages, and to their own; memoized so that navigation does not
 * rerender it.
 */
export const SettingsSidebar = memo(function SettingsSidebar() {
  const workspaces = useWorkspacesWithRole();
  const { session } = useServices();
  const ownsSome = workspaces?.some(({ role }) => role === 'owner') ?? false;
  return (
    <div className={classes.nav}>
      <Link to={paths.home} className={classes.link ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" />
        <span className={classes.label}>Settings</span>
      </Link>
      {workspaces?.filter(isManager).map((workspace) => (
        <WorkspaceLinks key={workspace.id} workspace={workspace} />
      ))}
      <h2 className={classes.heading}>My account</h2>
      <ul className={classes.list}>
        {settingsPages.map(
          ({ path, link, access, isForOwners }) =>
            link && !access && (!isForOwners || ownsSome) && <PageLink key={path} to={path} {...link} />,
        )}
        {/* A host that owns sign-in also owns sign-out. */}
        {!session.ownedByHost && <LogOut />}
      </ul>
    </div>
  );
});

function WorkspaceLinks({ workspace }: { workspace: WorkspaceWithRole }) {
  const folders = useClosedFolders('projects');
  const workspaceId = String(workspace.id);
  const isOpen = !folders.isClosed(workspaceId);
  return (
    <>
      <h2 className={classes.heading} title={workspace.name}>
        {workspace.name}
      </h2>
      <ul className={classes.list}>
        {settingsPages.map(
          ({ path, link, access }) =>
            link &&
            access && (
              <Can key={path} do={opening(access)} in={workspace}>
                <PageLink to={generatePath(path, { workspaceId })} {...link} />
              </Can>
            ),
        )}
        <li>
          <button
            type="button"
            className={classes.link}
            aria-expanded={isOpen}
            onClick={() => folders.toggle(workspaceId)}
          >
            <IconChevronRight size={16} className={classes.chevron} data-open={isOpen} aria-hidden="true" />
            Projects
          </button>
          {isOpen && (
            <ul className={classes.list}>
              {workspace.projects.map(({ id, name }) => (
                <PageLink key={id} to={pathTo(paths.project, { workspaceId, projectId: id })} label={name} />
              ))}
              {workspace.projects.length === 0 && <li className={classes.empty}>{texts.noProjectsYet}</li>}
            </ul>
          )}
        </li>
      </ul>
    </>
  );
}

interface PageLinkProps {
  to: string;
  label: string;
  Icon?: NonNullable<(typeof settingsPages)[number]['link']>['Icon'];
}

const PageLink = ({ to, label, Icon }: PageLinkProps) => (
  <li>
    <NavLink to={to} end className={classes.link ?? ''} title={label}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {label}
    </NavLink>
  </li>
);

function LogOut() {
  const [isLeaving, setLeaving] = useState(false);
  const isMounted = useHasOpened(isLeaving);
  return (
    <li>
      <button type="button" className={classes.link} onClick={() => setLeaving(true)}>
        <IconLogout size={16} aria-hidden="true" />
        Log out
      </button>
      {isMounted && <LogoutDialog opened={isLeaving} onClose={() => setLeaving(false)} />}
    </li>
  );
}
