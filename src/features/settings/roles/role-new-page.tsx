import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { texts } from '../../../shared/ui/texts.ts';
import classes from '../settings.module.css';
import { RequireCustomRoles } from './require-custom-roles.tsx';
import { RoleForm } from './role-form.tsx';

/** Creates a role. */
export function RoleNewPage() {
  const { id } = useWorkspace();
  const back = useBack(pathTo(paths.roles, { workspaceId: id }));
  const header = <PageHeader title="New role" back={{ label: texts.rolesForAllProjects, to: back }} />;
  return (
    <RequireCustomRoles pending={header}>
      {header}
      <div className={classes.page}>
        <RoleForm key={id} submitLabel="Create role" />
      </div>
    </RequireCustomRoles>
  );
}
