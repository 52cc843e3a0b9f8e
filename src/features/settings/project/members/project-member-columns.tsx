import { Text } from '@mantine/core';
import type { ProjectMember } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { roleText } from '../../../../shared/access/role-text.ts';
import { RowMenu } from '../../../../shared/table/row-menu.tsx';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import { EnvBadge } from '../../../../shared/ui/env-badge.tsx';
import { IconTrash } from '../../../../shared/ui/icons/trash.ts';
import { IconUserCog } from '../../../../shared/ui/icons/user-cog.ts';
import type { MenuAction } from '../../../../shared/ui/popup/loaded-action-menu.tsx';
import classes from '../../settings.module.css';

interface ColumnOptions {
  /** The path for editing a member's roles; undefined if the user cannot edit them. */
  editPath: (member: ProjectMember) => string | undefined;
  /** Opens the dialog for removing a member; undefined if the user cannot remove them. */
  remove: (member: ProjectMember) => (() => void) | undefined;
  /** True if there is room for the addresses before the menus. */
  isNarrow: boolean;
}

/** The columns of a project's members. */
export function projectMemberColumns({ editPath, remove, isNarrow }: ColumnOptions): TableColumn<ProjectMember>[] {
  const name: TableColumn<ProjectMember> = {
    id: 'name',
    header: 'Name',
    width: isNarrow ? 110 : 150,
    pinned: true,
    cell: (member) => (
      <Text span inherit fw={550}>
        {member.name}
      </Text>
    ),
  };
  const email: TableColumn<ProjectMember> = {
    id: 'email',
    header: 'Email',
    width: 220,
    grows: 'fully',
    cell: (member) => member.email,
  };
  const role: TableColumn<ProjectMember> = {
    id: 'role',
    header: 'Role',
    width: 90,
    cell: (member) => roleText(member.role_id),
  };
  const environments: TableColumn<ProjectMember> = {
    id: 'environments',
    header: 'Works in',
    width: isNarrow ? 164 : 170,
    cell: (member) => (
      <div className={classes.badges}>
        {member.environments.map((env) => (
          <EnvBadge key={env} env={env} />
        ))}
      </div>
    ),
  };
  const menu: TableColumn<ProjectMember> = {
    id: 'actions',
    header: 'Actions',
    width: 80,
    align: 'right',
    cell: (member) => <RowMenu label={`Actions for ${member.name}`} actions={actionsOf(member)} />,
  };
  const actionsOf = (member: ProjectMember): MenuAction[] => {
    const to = editPath(member);
    const onClick = remove(member);
    return [
      ...(to === undefined ? [] : [{ label: 'Edit roles', Icon: IconUserCog, to }]),
      ...(onClick ? [{ label: 'Remove from project', Icon: IconTrash, danger: true, onClick }] : []),
    ];
  };
  return isNarrow ? [name, environments, menu, role, email] : [name, email, role, environments, menu];
}
