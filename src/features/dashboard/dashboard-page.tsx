import { VisuallyHidden } from '@mantine/core';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useId } from 'react';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { Can } from '../../shared/access/can.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { useHasParts } from '../../shared/extensions/use-has-parts.ts';
import { useServices } from '../../shared/services/services.ts';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { IconArrowsTransferUp } from '../../shared/ui/icons/arrows-transfer-up.ts';
import { IconBook2 } from '../../shared/ui/icons/book-2.ts';
import { IconFileDownload } from '../../shared/ui/icons/file-download.ts';
import { IconKey } from '../../shared/ui/icons/key.ts';
import { IconListTree } from '../../shared/ui/icons/list-tree.ts';
import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import classes from './dashboard-card.module.css';
import { DashboardCard } from './dashboard-card.tsx';
import type { ExtensionCardsProps } from './extension-cards.tsx';
import { Onboarding } from './onboarding.tsx';
import { InstanceOverview } from './overview/instance-overview.tsx';

const ExtensionCards = lazyPart<ExtensionCardsProps>(
  () => import('./extension-cards.tsx').then((m) => m.ExtensionCards),
  { isOnUse: true },
);

/** Home: the state of the project and of the active instance, then links to its pages. */
export const DashboardPage = () => (
  <AddressedInstance>
    <Dashboard />
  </AddressedInstance>
);

function Dashboard() {
  const { apiBase } = useServices();
  const toolsId = useId();
  const context = useInstanceContext();
  // All at once: the part that depends on the plan is known last, and would push the rest down.
  const isKnown = useRefusal(sync.listChanges) !== 'unknown';
  const badge = context && <EnvBadge env={context.env} />;
  const hasCards = useHasParts('card');
  const tools = (
    <section className={classes.tools} aria-labelledby={toolsId}>
      <VisuallyHidden component="h2" id={toolsId}>
        Tools
      </VisuallyHidden>
      <ul className={classes.list}>
        <DashboardCard title="Quick start demo" Icon={IconBook2} href={`${apiBase}/docs/quick-start`}>
          From an empty project to a file that your game reads, in ten minutes
        </DashboardCard>
        {isKnown && <InstanceCards badge={badge} />}
      </ul>
    </section>
  );
  return (
    <>
      <PageHeader title={context?.workspace.name ?? 'Dashboard'} actions={<DashboardActions context={context} />} />
      <Onboarding context={context} />
      {context
        ? isKnown && (
            <InstanceOverview context={context}>
              {tools}
              {hasCards && <ExtensionCards context={context} />}
            </InstanceOverview>
          )
        : tools}
    </>
  );
}

const InstanceCards = ({ badge }: { badge: ReactNode }) => (
  <>
    <Can do={reports.list}>
      <DashboardCard title={texts.exportedData} Icon={IconFileDownload} badge={badge} to={paths.exportedData}>
        See the exports of this instance and download their JSON files
      </DashboardCard>
    </Can>
    <Can do={menu.list}>
      <DashboardCard title={texts.navigationSetup} Icon={IconListTree} badge={badge} to={paths.navigationSetup}>
        <Can do={menu.save} otherwise="See the groups and links of the sidebar">
          Arrange the groups and links of the sidebar
        </Can>
      </DashboardCard>
    </Can>
    <Can do={sync.listChanges}>
      <DashboardCard title="Sync instances" Icon={IconArrowsTransferUp} badge={badge} to={paths.sync}>
        Review what has changed here and move it to the next instance
      </DashboardCard>
    </Can>
    <Can do={instances.getToken}>
      <DashboardCard title={texts.exportSettings} Icon={IconKey} badge={badge} to={paths.exportSettings}>
        Generate a token to securely download your JSON data via API access
      </DashboardCard>
    </Can>
  </>
);
