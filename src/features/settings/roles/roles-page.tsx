import { type Role, roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useIsPlanPending } from '../../../shared/access/use-is-plan-pending.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { UpgradeButton } from '../../../shared/billing/upgrade-button.tsx';
import { roleQueries } from '../../../shared/data/people/roles.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useRowFocus } from '../../../shared/table/use-row-focus.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { ActionsSpace, PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { roleColumns } from './role-columns.tsx';

/** The roles of a workspace, for all of its projects. */
export function RolesPage() {
  const workspace = useWorkspace();
  // Another workspace has its own list.
  return <Roles key={workspace.id} />;
}

const rowId = ({ id }: Role) => String(id);

function Roles() {
  const workspace = useWorkspace();
  const address = useListAddress();
  const query = { search: address.searched, ...address.pageQuery };
  const page = useQuery(roleQueries.list(useRequest(), workspace.id, query));
  const saving = useRefusal(roles.save, workspace);
  const deleting = useRefusal(roles.delete, workspace);
  const canDelete = !useIsPlanPending(workspace.id) && deleting === null;
  const isNarrow = useNarrow(useServices().root);
  const [deleted, setDeleted] = useState<Role | null>(null);
  const { page: around, onClosed } = useRowFocus();
  const workspaceId = workspace.id;
  const canEdit = saving === null;
  const columns = useMemo(
    () => roleColumns({ workspaceId, canEdit, canDelete, onDelete: setDeleted, isNarrow }),
    [workspaceId, canEdit, canDelete, isNarrow],
  );
  const last = useLast(deleted);
  return (
    <ListLayout {...around}>
      <PageHeader
        title={texts.rolesForAllProjects}
        back={{ label: workspace.name, to: pathTo(paths.workspace, { workspaceId }) }}
        actions={
          saving === 'plan' ? (
            <UpgradeButton label="New role" feature="customRoles" workspace={workspace} />
          ) : (
            (saving === 'unknown' && <ActionsSpace width={120} />) ||
            (canEdit && (
              <LinkButton
                to={pathTo(paths.newRole, { workspaceId })}
                hasBackLink
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                New role
              </LinkButton>
            ))
          )
        }
      />
      <ListTable label="Roles" one="role" columns={columns} rowId={rowId} page={page} address={address} />
      {last && (
        <DeleteRoleDialog opened={deleted !== null} role={last} onClosed={onClosed} onClose={() => setDeleted(null)} />
      )}
    </ListLayout>
  );
}
