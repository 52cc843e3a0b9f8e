import { Text } from '@mantine/core';
import { mayManage, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { type MemberRoles, projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { memberRolesRule } from '@quartermaster/contract/rules/people/project-member.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { number } from 'yup';
import { RequireAccess } from '../../../../shared/access/require-access.tsx';
import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import { useIsRetained } from '../../../../shared/access/use-is-retained.ts';
import { isManager } from '../../../../shared/access/workspaces-with-role.ts';
import { projectMemberQueries, useSaveProjectRoles } from '../../../../shared/data/people/project-members.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { LostPermissionNotice } from '../../../../shared/ui/page/lost-permission-notice.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { MemberForm } from './member-form.tsx';
import { MemberFormSkeleton } from './member-form-skeleton.tsx';
import { MemberHeader } from './member-header.tsx';
import { RequireInside } from './require-inside.tsx';
import { currentRoles, saveRoles } from './role-changes.ts';
import { RolesFields } from './roles-fields.tsx';
import { useProjectScope } from './use-project-scope.ts';
import { useRolesForm } from './use-roles-form.ts';

/** The same shape as the form that also chooses the member. */
const rule = memberRolesRule.shape({ member: number() });

/** Edits a member's roles in the instances of a project. */
export function EditMemberPage() {
  return (
    <RequireAccess
      to={projectMembers.setRoles}
      workspace={useWorkspace()}
      project={useProject()}
      pending={<MemberHeader title="Roles in the project" />}
    >
      <MemberRolesPage />
    </RequireAccess>
  );
}

function MemberRolesPage() {
  const memberId = Number(useParams().memberId);
  const scope = useProjectScope();
  const roles = useQuery(projectMemberQueries.roles(useRequest(), scope, memberId));
  const { data, error } = roles;
  if (!(memberId > 0) || (!data && error instanceof HttpError && error.status === 404)) {
    return <Navigate to={paths.notFound} replace />;
  }
  return (
    <>
      <MemberHeader title={data ? `Roles of ${data.user.name}` : 'Roles in the project'} />
      {data && <EditMember key={memberId} member={data} />}
      {!data && (
        <NotLoaded query={roles} title="The roles could not be loaded">
          <MemberFormSkeleton />
        </NotLoaded>
      )}
    </>
  );
}

function EditMember({ member }: { member: MemberRoles }) {
  const workspace = useWorkspace();
  const { role } = workspace;
  const isManaged = role !== null && mayManage(role, workspaceRoleOf(member.user.role_id));
  const isRetained = useIsRetained(isManaged ? 'shown' : 'refused');
  if (!isManaged && !isRetained) return <Navigate to={paths.accessDenied} replace />;
  return (
    <>
      {/* The role's guard itself shows that access was lost. */}
      {!isManaged && isManager(workspace) && <LostPermissionNotice what="form" refusal="role" />}
      <RequireInside instances={member.instances}>
        <EditForm member={member} />
      </RequireInside>
    </>
  );
}

function EditForm({ member: { user, instances: current } }: { member: MemberRoles }) {
  // The form's initial roles: roles that others have given or taken since stay that way.
  const [before] = useState(current);
  const instances = current.map((instance) => ({
    ...instance,
    roles: before.find(({ id }) => id === instance.id)?.roles ?? [],
  }));
  const save = useSaveProjectRoles(useProjectScope());
  const { submit, isSubmitting, error, roles } = useRolesForm(rule, {
    first: currentRoles(instances),
    save: (chosen) => saveRoles(instances, chosen, (roles) => save.mutateAsync({ memberId: user.id, roles })),
  });
  return (
    <MemberForm onSubmit={submit} submitLabel="Save roles" isSubmitting={isSubmitting} error={error}>
      <Text size="sm">
        <strong>{user.name}</strong> ({user.email}) may do in each instance what their roles there allow together.
        {workspaceRoleOf(user.role_id) === 'owner' && ' An owner of the workspace may do everything, without any role.'}
      </Text>
      <RolesFields instances={instances} {...roles} />
    </MemberForm>
  );
}
