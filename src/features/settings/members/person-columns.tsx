import { Badge, Group, Text } from '@mantine/core';
import { roleText } from '../../../shared/access/role-text.ts';
import type { WorkspacePerson } from '../../../shared/data/people/members.ts';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { IconMail } from '../../../shared/ui/icons/mail.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import { IconUserCog } from '../../../shared/ui/icons/user-cog.ts';
import { IconX } from '../../../shared/ui/icons/x.ts';
import { PersonMark } from '../../../shared/ui/person-mark.tsx';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { InvitationState } from './invitation-state.tsx';
import type { PersonAction } from './use-powers.ts';

type Act = (action: PersonAction, person: WorkspacePerson) => void;

const actions: Record<PersonAction, Omit<MenuAction, 'onClick'>> = {
  update: { label: 'Update role', Icon: IconUserCog },
  remove: { label: 'Remove member', Icon: IconTrash, danger: true },
  resend: { label: 'Send again', Icon: IconMail },
  withdraw: { label: 'Withdraw invitation', Icon: IconX, danger: true },
};

/** Only while the workspace requires a second factor. */
const memberState = ({ lacks_second_factor }: Extract<WorkspacePerson, { kind: 'member' }>) =>
  lacks_second_factor ? (
    <Badge variant="light" color="amber" radius="sm" tt="none">
      No second factor
    </Badge>
  ) : (
    'Joined'
  );

/** Of an invited person only the address is known. */
const nameOf = (person: WorkspacePerson) => (person.kind === 'member' ? person.name : person.email);

interface ColumnOptions {
  powers: (person: WorkspacePerson) => PersonAction[];
  act: Act;
  /** The id of the signed-in user. */
  selfId: number | undefined;
  /** True if there is too little room for addresses and states before the menus. */
  isNarrow: boolean;
}

/** The columns for members and invitations. */
export function personColumns({ powers, act, selfId, isNarrow }: ColumnOptions): TableColumn<WorkspacePerson>[] {
  const name: TableColumn<WorkspacePerson> = {
    id: 'name',
    header: 'Name',
    width: isNarrow ? 170 : 240,
    pinned: true,
    cell: (person) => (
      <>
        <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
          <PersonMark name={nameOf(person)} />
          <Text span inherit fw={550}>
            {nameOf(person)}
          </Text>
        </Group>
        {person.kind === 'member' && person.id === selfId && (
          <Badge variant="default" size="sm" radius="sm" tt="none" ml={6} style={{ verticalAlign: 'middle' }}>
            You
          </Badge>
        )}
      </>
    ),
  };
  const email: TableColumn<WorkspacePerson> = {
    id: 'email',
    header: 'Email',
    width: 280,
    grows: 'fully',
    cell: (person) => person.email,
  };
  const role: TableColumn<WorkspacePerson> = {
    id: 'role',
    header: 'Role',
    width: isNarrow ? 84 : 110,
    cell: (person) => roleText(person.role_id),
  };
  const state: TableColumn<WorkspacePerson> = {
    id: 'state',
    header: 'State',
    width: 180,
    cell: (person) => (person.kind === 'invitation' ? <InvitationState invitation={person} /> : memberState(person)),
  };
  const menu: TableColumn<WorkspacePerson> = {
    id: 'actions',
    header: 'Actions',
    width: 80,
    align: 'right',
    cell: (person) => (
      <RowMenu
        label={`Actions for ${nameOf(person)}`}
        actions={powers(person).map((action) => ({ ...actions[action], onClick: () => act(action, person) }))}
      />
    ),
  };
  return isNarrow ? [name, role, menu, state, email] : [name, email, role, state, menu];
}
