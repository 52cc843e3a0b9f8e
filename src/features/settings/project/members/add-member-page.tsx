import { Alert } from '@mantine/core';
import { mayManage, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { type MemberRoles, projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { addMemberRule } from '@quartermaster/contract/rules/people/project-member.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RequireAccess } from '../../../../shared/access/require-access.tsx';
import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import { memberQueries } from '../../../../shared/data/people/members.ts';
import { projectMemberQueries, useSaveProjectRoles } from '../../../../shared/data/people/project-members.ts';
import { type Option, SearchSelect, useSearchSelect } from '../../../../shared/form/search-select.tsx';
import { useRequest } from '../../../../shared/services/request.ts';
import { IconInfoCircle } from '../../../../shared/ui/icons/info-circle.ts';
import { TextLink } from '../../../../shared/ui/link-button.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { useBack } from '../../../../shared/ui/page/use-back.ts';
import { MemberForm } from './member-form.tsx';
import { MemberFormSkeleton } from './member-form-skeleton.tsx';
import { MemberHeader } from './member-header.tsx';
import { RequireInside } from './require-inside.tsx';
import { saveRoles } from './role-changes.ts';
import { RolesFields } from './roles-fields.tsx';
import { useProjectScope } from './use-project-scope.ts';
import { useRolesForm } from './use-roles-form.ts';

/** Gives a member of the workspace their first roles in a project. */
export function AddMemberPage() {
  return (
    <RequireAccess
      to={projectMembers.setRoles}
      workspace={useWorkspace()}
      project={useProject()}
      pending={<MemberHeader title="Add member" />}
    >
      <AddMember />
    </RequireAccess>
  );
}

function AddMember() {
  const scope = useProjectScope();
  const members = useQuery(projectMemberQueries.list(useRequest(), scope, { search: '', limit: 1 }));
  const { data } = members;
  return (
    <>
      <MemberHeader title="Add member" />
      {data && (
        <RequireInside instances={data.instances}>
          <AddForm instances={data.instances.map((instance) => ({ ...instance, roles: [] }))} />
        </RequireInside>
      )}
      {!data && (
        <NotLoaded query={members} title="The project could not be loaded">
          <MemberFormSkeleton />
        </NotLoaded>
      )}
    </>
  );
}

function AddForm({ instances }: { instances: MemberRoles['instances'] }) {
  const scope = useProjectScope();
  const request = useRequest();
  const { role } = useWorkspace();
  const back = useBack(pathTo(paths.project, scope));
  const [member, setMember] = useState<Option | null>(null);
  const save = useSaveProjectRoles(scope);
  const form = useRolesForm(addMemberRule, {
    first: { dev: [], stage: [], prod: [] },
    // The form's rule requires a member.
    save: ({ member: memberId = 0, ...chosen }) =>
      saveRoles(instances, chosen, (roles) => save.mutateAsync({ memberId, roles })),
  });
  const search = useSearchSelect(member);
  const found = useQuery({
    ...memberQueries.search(request, scope.workspaceId, search.text),
    enabled: search.isWanted,
  });
  const current = useQuery(projectMemberQueries.roles(request, scope, member?.id ?? 0));
  const isThere = current.data?.user.id === member?.id && current.data?.instances.some(({ roles }) => roles.length > 0);
  return (
    <MemberForm onSubmit={form.submit} submitLabel="Add member" isSubmitting={form.isSubmitting} error={form.error}>
      <SearchSelect
        label="Member"
        description="A member of the workspace. Invite people to the workspace first."
        placeholder="Search by name or email"
        value={member}
        onChange={(option) => {
          setMember(option);
          form.setValue('member', option?.id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
        }}
        found={found.data?.map(({ id, name, email, role_id }) => {
          const label = `${name} (${email})`;
          if (role !== null && mayManage(role, workspaceRoleOf(role_id))) return { id, label };
          return { id, label: `${label}, whose roles only an owner changes`, isDisabled: true };
        })}
        error={found.error}
        wrong={form.errors.member?.message}
        search={search}
      />
      {member && isThere && (
        <Alert color="indigo" variant="light" icon={<IconInfoCircle size={18} />}>
          They are in this project already; what you choose here is added to their roles.{' '}
          <TextLink to={pathTo(paths.projectMember, { ...scope, memberId: member.id })} back={back}>
            Edit all of their roles
          </TextLink>
        </Alert>
      )}
      <RolesFields instances={instances} {...form.roles} />
    </MemberForm>
  );
}
