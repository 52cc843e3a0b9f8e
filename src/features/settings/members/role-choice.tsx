import { Radio, Stack } from '@mantine/core';
import { type WorkspaceRole, workspaceRoles } from '@quartermaster/contract/access.ts';
import { roleDescriptions, roleLabels } from '../../../shared/access/role-text.ts';

interface RoleChoiceProps {
  /** The roles that can be chosen. */
  roles: readonly WorkspaceRole[];
  /** The id of the chosen role. */
  value: number | undefined;
  onChange: (roleId: number) => void;
  error: string | undefined;
}

/** Chooses what somebody is in the workspace. */
export const RoleChoice = ({ roles, value, onChange, error }: RoleChoiceProps) => (
  <Radio.Group
    label="Role"
    withAsterisk
    value={value === undefined ? null : String(value)}
    onChange={(roleId) => onChange(Number(roleId))}
    error={error}
  >
    <Stack gap="xs" my={4}>
      {roles.map((role) => (
        <Radio
          key={role}
          value={String(workspaceRoles[role])}
          label={roleLabels[role]}
          description={roleDescriptions[role]}
        />
      ))}
    </Stack>
  </Radio.Group>
);
