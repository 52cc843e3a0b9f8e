import { mayManage, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { type ProjectMember, projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import { useIsPlanPending } from '../../../../shared/access/use-is-plan-pending.ts';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import { projectMemberQueries } from '../../../../shared/data/people/project-members.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { ListTable } from '../../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../../shared/table/list/use-list-address.ts';
import { useRowFocus } from '../../../../shared/table/use-row-focus.ts';
import { useLast } from '../../../../shared/ui/hooks/use-last.ts';
import { useNarrow } from '../../../../shared/ui/hooks/use-narrow.ts';
import { IconUserPlus } from '../../../../shared/ui/icons/user-plus.ts';
import { LinkButton } from '../../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../../shared/ui/page/empty-state.tsx';
import { Section } from '../../section.tsx';
import classes from '../../settings.module.css';
import { OutsideProject } from './outside-project.tsx';
import { projectMemberColumns } from './project-member-columns.tsx';
import { RemoveFromProjectDialog } from './remove-from-project-dialog.tsx';
import { useProjectScope } from './use-project-scope.ts';

const rowId = ({ id }: ProjectMember) => String(id);

/**
 * The members of the project, and the actions to add, edit and remove them. Children are rendered once the list is, as their position
 * depends on its length.
 */
export function ProjectMembers({ children }: { children: ReactNode }) {
  const scope = useProjectScope();
  const workspace = useWorkspace();
  const project = useProject();
  const { request, root } = useServices();
  const isNarrow = useNarrow(root);
  const address = useListAddress();
  const query = { search: address.searched, ...address.pageQuery };
  const page = useQuery(projectMemberQueries.list(request, scope, query));
  const mayEdit = useRefusal(projectMembers.setRoles, workspace, project) === null;
  const mayRemove = useRefusal(projectMembers.remove, workspace, project) === null;
  const isPlanPending = useIsPlanPending(workspace.id);
  const [removing, setRemoving] = useState<ProjectMember | null>(null);
  const removed = useLast(removing);
  const { page: around, onClosed } = useRowFocus();

  const holdsSome = page.data?.instances.some(({ caller_permissions }) => caller_permissions.length > 0);
  const isOutside = holdsSome === false;
  // Until plan and permissions are known, no action is offered that may be refused.
  const isInside = holdsSome === true && !isPlanPending;
  const { role } = workspace;
  const { workspaceId, projectId } = scope;
  const columns = useMemo(() => {
    const isManaged = (member: ProjectMember) =>
      isInside && role !== null && mayManage(role, workspaceRoleOf(member.role_id));
    return projectMemberColumns({
      isNarrow,
      editPath: (member) =>
        mayEdit && isManaged(member)
          ? pathTo(paths.projectMember, { workspaceId, projectId, memberId: member.id })
          : undefined,
      remove: (member) => (mayRemove && isManaged(member) ? () => setRemoving(member) : undefined),
    });
  }, [isInside, role, mayEdit, mayRemove, workspaceId, projectId, isNarrow]);

  const add = mayEdit && isInside && (
    <LinkButton
      to={pathTo(paths.newProjectMember, scope)}
      hasBackLink
      variant="default"
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      Add member
    </LinkButton>
  );
  return (
    <>
      <Section title="Project members" action={add}>
        <div {...around} className={classes.listPart}>
          {isOutside && <OutsideProject />}
          <ListTable
            label="Members"
            one="member"
            columns={columns}
            rowId={rowId}
            page={page}
            address={address}
            empty={
              <EmptyState
                title="No members yet"
                message="Owners see everything. Everybody else works in the project once they are given a role in it."
              />
            }
          />
        </div>
        {removed && (
          <RemoveFromProjectDialog
            key={removed.id}
            opened={removing !== null}
            member={removed}
            onClosed={onClosed}
            onClose={() => setRemoving(null)}
          />
        )}
      </Section>
      {(page.data || page.error) && children}
    </>
  );
}
