import { Stack, Text } from '@mantine/core';
import { environments, noRolesLeft } from '@quartermaster/contract/access.ts';
import type { MemberRoles } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { EnvBadge, environmentLabel } from '../../../../shared/ui/env-badge.tsx';
import { environmentKey, type RolesByEnvironment } from './role-changes.ts';
import { RolesSelect } from './roles-select.tsx';

interface RolesFieldsProps {
  instances: MemberRoles['instances'];
  value: RolesByEnvironment;
  onChange: (environment: keyof RolesByEnvironment, roleIds: number[]) => void;
  /** True once the form was submitted without any role. */
  isMissing: boolean;
  /** The server's errors, by environment. */
  wrong: Record<keyof RolesByEnvironment, string | undefined>;
}

/** The roles in those of Dev, Stage and Prod that the project has. */
export function RolesFields({ instances, value, onChange, isMissing, wrong }: RolesFieldsProps) {
  const isEmpty = Object.values(value).every((ids) => ids.length === 0);
  return (
    <Stack gap="md">
      {environments.map((env) => {
        const instance = instances.find((one) => one.env === env);
        const key = environmentKey[env];
        return (
          instance && (
            <RolesSelect
              key={env}
              label={
                <>
                  Roles in <EnvBadge env={env} />
                </>
              }
              name={`Roles in ${environmentLabel(env)}`}
              value={value[key]}
              onChange={(ids) => onChange(key, ids)}
              wrong={wrong[key]}
              known={instance.roles}
              callerPermissions={instance.caller_permissions}
            />
          )
        );
      })}
      {isMissing && isEmpty && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {noRolesLeft}
        </Text>
      )}
    </Stack>
  );
}
