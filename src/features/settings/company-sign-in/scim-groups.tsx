import { NativeSelect, Stack, Text } from '@mantine/core';
import { workspaceRoles } from '@quartermaster/contract/access.ts';
import type { ScimGroup } from '@quartermaster/contract/endpoints/people/scim.ts';
import { useSetGroupRole } from '../../../shared/data/scim.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import classes from '../settings.module.css';

const roles = [
  { value: '', label: 'No role' },
  { value: String(workspaceRoles.member), label: 'Member' },
  { value: String(workspaceRoles.admin), label: 'Admin' },
];

interface ScimGroupsProps {
  workspaceId: number;
  groups: readonly ScimGroup[];
  mayChange: boolean;
}

/** The groups that the directory has sent, and the role that each gives. */
export const ScimGroups = ({ workspaceId, groups, mayChange }: ScimGroupsProps) => (
  <Stack gap="xs">
    <Text size="sm" c="dimmed">
      Members of a group get its role at once, and the strongest of several. Owners stay owners. A role that is changed
      by hand stays until the directory changes the groups of that person.
    </Text>
    <ul className={classes.list} aria-label="Groups of the directory">
      {groups.map((group) => (
        <GroupRow key={group.id} workspaceId={workspaceId} group={group} mayChange={mayChange} />
      ))}
    </ul>
  </Stack>
);

function GroupRow({ workspaceId, group, mayChange }: Omit<ScimGroupsProps, 'groups'> & { group: ScimGroup }) {
  const setRole = useSetGroupRole(workspaceId);
  const { id, name, members, role_id } = group;
  return (
    <li className={classes.row}>
      <div className={classes.session}>
        <Text size="sm" fw={500} truncate="end" title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {members} {members === 1 ? 'member' : 'members'}
        </Text>
      </div>
      <NativeSelect
        size="xs"
        aria-label={`Role of ${name}`}
        data={roles}
        value={role_id === null ? '' : String(role_id)}
        disabled={!mayChange || setRole.isPending}
        onChange={({ currentTarget: { value } }) =>
          setRole.mutate({ groupId: id, roleId: value === '' ? null : (Number(value) as ScimGroup['role_id']) })
        }
      />
      <div style={{ width: '100%' }} role="status">
        <ErrorCallout error={setRole.error} />
      </div>
    </li>
  );
}
