import { Badge, Text } from '@mantine/core';
import type { Role } from '@quartermaster/contract/endpoints/people/roles.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { IconPencil } from '../../../shared/ui/icons/pencil.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { permissionText } from '../permission-text.ts';

interface ColumnOptions {
  workspaceId: number;
  canEdit: boolean;
  canDelete: boolean;
  onDelete: (role: Role) => void;
  /** True if there is too little room for the permissions before the menus. */
  isNarrow: boolean;
}

/** The columns of a workspace's roles. */
export function roleColumns({
  workspaceId,
  canEdit,
  canDelete,
  onDelete,
  isNarrow,
}: ColumnOptions): TableColumn<Role>[] {
  const actionsOf = (role: Role): MenuAction[] => {
    // The built-in role cannot be changed.
    if (role.is_admin) return [];
    const edit: MenuAction = {
      label: 'Edit role',
      Icon: IconPencil,
      to: pathTo(paths.role, { workspaceId, roleId: role.id }),
    };
    const remove: MenuAction = {
      label: 'Delete role',
      Icon: IconTrash,
      danger: true,
      onClick: () => onDelete(role),
    };
    return [...(canEdit ? [edit] : []), ...(canDelete ? [remove] : [])];
  };
  const name: TableColumn<Role> = {
    id: 'name',
    header: 'Name',
    width: isNarrow ? 170 : 240,
    pinned: true,
    cell: ({ name, is_admin }) => (
      <>
        <Text span inherit fw={550}>
          {name}
        </Text>
        {is_admin && (
          <Badge variant="default" size="sm" radius="sm" tt="none" ml={6} style={{ verticalAlign: 'middle' }}>
            built in
          </Badge>
        )}
      </>
    ),
  };
  const allows: TableColumn<Role> = {
    id: 'permissions',
    header: 'Permissions',
    width: 420,
    grows: 'fully',
    cell: ({ permissions }) => permissionText(permissions),
  };
  const people: TableColumn<Role> = {
    id: 'people',
    header: 'People',
    width: 80,
    align: 'right',
    cell: ({ holders }) => numberText(holders),
  };
  const menu: TableColumn<Role> = {
    id: 'actions',
    header: 'Actions',
    width: 80,
    align: 'right',
    cell: (role) => <RowMenu label={`Actions for ${role.name}`} actions={actionsOf(role)} />,
  };
  return isNarrow ? [name, people, menu, allows] : [name, allows, people, menu];
}
