import { Group } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { notFromProd, sync, syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { Can } from '../../shared/access/can.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { ChangesPage } from './list/changes-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** The differences between the active instance and the next one, which can be synced to it. */
export function InstanceSyncPage() {
  const [search] = useSearchParams();
  const [review, instance] = [Number(search.get('review')), Number(search.get('instance'))];
  // Emails link here.
  if (review > 0) return <Navigate to={syncReviewPath(review, instance)} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={sync.listChanges} pending={<PageSkeleton title={texts.instanceSync} />}>
        <OfEnvironment />
      </RequireAccess>
    </AddressedInstance>
  );
}

function OfEnvironment() {
  const context = useInstanceContext();
  if (!context) return null;
  const target = syncTarget(context.env);
  const back = { label: context.workspace.name, to: paths.home };
  if (target) return <ChangesPage key={context.env} source={context.env} target={target} back={back} />;
  return <NothingFromHere env={context.env} back={back} />;
}

const NothingFromHere = ({ env, back }: { env: Environment; back: { label: string; to: string } }) => (
  <>
    <PageHeader title={texts.instanceSync} back={back} nextToTitle={<EnvBadge env={env} />} />
    <EmptyState
      title={notFromProd}
      action={
        <Group gap="xs">
          <Can do={changeSets.list}>
            <LinkButton variant="default" to={paths.syncHistory}>
              History
            </LinkButton>
          </Can>
          <LinkButton variant="default" to={paths.releases}>
            Releases
          </LinkButton>
        </Group>
      }
    />
  </>
);
