import { ActionIcon } from '@mantine/core';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { menuQueries } from '../../../shared/data/menu.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { IconFileSpreadsheet } from '../../../shared/ui/icons/file-spreadsheet.ts';
import { IconLayoutDashboard } from '../../../shared/ui/icons/layout-dashboard.ts';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { IconSettings } from '../../../shared/ui/icons/settings.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { Sections } from './sections.tsx';
import classes from './sidebar.module.css';
import { SidebarSkeleton } from './sidebar-skeleton.tsx';
import { TemplatesMenu } from './templates-menu.tsx';
import { useSettingsStart } from './use-settings-start.ts';

/** Links to the dashboard, all templates, and what changes and delivers their items; memoized so that navigation does not rerender it. */
export const Sidebar = memo(function Sidebar() {
  const context = useInstanceContext();
  return (
    <div className={classes.nav}>
      <div className={classes.head}>
        <NavLink to={paths.home} end className={classes.link ?? ''} title={context?.workspace.name}>
          <IconLayoutDashboard size={16} aria-hidden="true" />
          {context?.workspace.name ?? 'Dashboard'}
        </NavLink>
        <ActionIcon
          component={Link}
          to={useSettingsStart()}
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Settings"
          title="Settings"
        >
          <IconSettings size={16} aria-hidden />
        </ActionIcon>
      </div>
      <Can do={templates.list}>
        <Templates />
      </Can>
      <Sections />
    </div>
  );
});

function Templates() {
  const instanceId = useInstanceId();
  const { data, error, isPending, refetch } = useQuery(menuQueries.list(useRequest(), instanceId));
  return (
    <>
      <div className={classes.headingRow}>
        <h2 className={classes.heading}>Templates</h2>
        <Can do={templates.save}>
          <ActionIcon
            component={Link}
            to={pathTo(paths.templateFromSheet, { instanceId })}
            variant="subtle"
            color="gray"
            aria-label={texts.templateFromSheet}
            title={texts.templateFromSheet}
          >
            <IconFileSpreadsheet size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            component={Link}
            to={pathTo(paths.newTemplate, { instanceId })}
            variant="subtle"
            color="gray"
            aria-label={texts.createTemplate}
            title={texts.createTemplate}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </Can>
      </div>
      {isPending && (
        <Delayed>
          <SidebarSkeleton />
        </Delayed>
      )}
      {error && !data && (
        <ErrorState error={error} title="The templates could not be loaded" retry={() => void refetch()} />
      )}
      {data?.menu.length === 0 && <p className={classes.empty}>{texts.noTemplatesYet}</p>}
      {data && data.menu.length > 0 && <TemplatesMenu key={instanceId} instanceId={instanceId} nodes={data.menu} />}
    </>
  );
}
