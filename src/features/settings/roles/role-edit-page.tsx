import { Text } from '@mantine/core';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { roleQueries } from '../../../shared/data/people/roles.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { texts } from '../../../shared/ui/texts.ts';
import classes from '../settings.module.css';
import { RequireCustomRoles } from './require-custom-roles.tsx';
import { RoleForm, RoleFormSkeleton } from './role-form.tsx';

/** Edits a role. */
export function RoleEditPage() {
  const id = useIdParam('roleId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <RequireCustomRoles pending={<EditHeader />}>
      <EditRole key={id} id={id} />
    </RequireCustomRoles>
  );
}

function EditRole({ id }: { id: number }) {
  const workspace = useWorkspace();
  const loaded = useQuery(roleQueries.get(useRequest(), workspace.id, id));
  const { data: role, error } = loaded;
  // Unsaved input stays if the role has been deleted in the meantime; saving it shows the error.
  if (!role && error instanceof HttpError && error.status === 404) return <Navigate to={paths.notFound} replace />;
  // The built-in role cannot be changed.
  if (role?.is_admin) return <Navigate to={paths.accessDenied} replace />;
  return (
    <>
      <EditHeader {...(role && { name: role.name })} />
      <div className={classes.page}>
        {role && (
          <>
            <Text size="sm" c="dimmed">
              {role.holders === 0
                ? 'No member has this role yet.'
                : `${count(role.holders, 'person has', 'people have')} this role. What you change holds for them at once.`}
            </Text>
            <RoleForm role={role} submitLabel="Save changes" />
          </>
        )}
        {!role && (
          <NotLoaded query={loaded} title="The role could not be loaded">
            <RoleFormSkeleton />
          </NotLoaded>
        )}
      </div>
    </>
  );
}

function EditHeader({ name }: { name?: string }) {
  const back = useBack(pathTo(paths.roles, { workspaceId: useWorkspace().id }));
  const title = name === undefined ? 'Edit role' : `Edit role ${name}`;
  return <PageHeader title={title} back={{ label: texts.rolesForAllProjects, to: back }} />;
}
