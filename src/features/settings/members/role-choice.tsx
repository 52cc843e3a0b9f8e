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
  /** True if the dialog's initial focus is on the chosen role. */
  isFirst?: boolean;
}

/** Chooses a member's role in the workspace. */
export const RoleChoice = ({ roles, value, onChange, error, isFirst = false }: RoleChoiceProps) => (
  <Radio.Group
    label="Role"
    withAsterisk
    value={value === undefined ? null : String(value)}
    onChange={(roleId) => onChange(Number(roleId))}
    error={error}
  >
    <Stack gap="xs" my={4}>
      {roles.map((role, index) => (
        <Radio
          key={role}
          value={String(workspaceRoles[role])}
          label={roleLabels[role]}
          description={roleDescriptions[role]}
          data-autofocus={
            isFirst && (value === undefined ? index === 0 : value === workspaceRoles[role]) ? true : undefined
          }
        />
      ))}
    </Stack>
  </Radio.Group>
);
