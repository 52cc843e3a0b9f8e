import { Select, Skeleton } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useWorkspacesWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { WorkspaceBilling } from './workspace-billing.tsx';

/** The plan and the payments of a workspace, for its owners; the URL names the workspace. */
export function BillingPage() {
  const owned = useWorkspacesWithRole()?.filter(({ role }) => role === 'owner');
  const active = useInstanceContext()?.workspace.id;
  const [search, setSearch] = useSearchParams();
  const requested = search.get('workspace');
  const workspace =
    owned?.find(({ id }) => String(id) === requested) ?? owned?.find(({ id }) => id === active) ?? owned?.[0];
  if (owned && !workspace) return <Navigate to={paths.accessDenied} replace />;
  return (
    <>
      <PageHeader
        title="Billing"
        actions={
          owned && (
            <Select
              aria-label="Workspace"
              w={240}
              data={owned.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(workspace?.id)}
              onChange={(id) => setSearch({ workspace: String(id) })}
              allowDeselect={false}
            />
          )
        }
      />
      {workspace ? (
        <WorkspaceBilling key={workspace.id} workspace={workspace} />
      ) : (
        <Delayed>
          <Skeleton height={320} />
        </Delayed>
      )}
    </>
  );
}
