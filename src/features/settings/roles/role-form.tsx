import { Button, Fieldset, Group, Stack, Switch, TextInput } from '@mantine/core';
import { changeStatus, type Permission, permissions } from '@quartermaster/contract/access.ts';
import { customRoleRule } from '@quartermaster/contract/rules/people/role.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InferType } from 'yup';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useSaveRole } from '../../../shared/data/people/roles.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { useKey } from '../../../shared/ui/hooks/use-key.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { rolesPath } from './roles-path.ts';

interface RoleFormProps {
  /** The role as it is; left out for a new one. */
  role?: { id: number; name: string; permissions: readonly number[] };
  submitLabel: string;
}

const names = Object.keys(permissions) as Permission[];

/** Name and permissions of a role, each a switch; leads back to the list. */
export function RoleForm({ role, submitLabel }: RoleFormProps) {
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const save = useSaveRole(workspaceId);
  // What the switches started from: what others have switched since is not undone.
  const [held] = useState(role?.permissions ?? []);
  const isHeld = (name: Permission) => held.includes(permissions[name].id);
  const form = useRuleForm<InferType<typeof customRoleRule>>(customRoleRule, {
    defaultValues: {
      name: role?.name ?? '',
      permissions: Object.fromEntries(names.map((name) => [name, isHeld(name)])) as Record<Permission, boolean>,
    },
    onSubmit: (values) => {
      const changed = names.filter((name) => values.permissions[name] !== isHeld(name));
      return save.mutateAsync({
        name: values.name,
        permissions: changed.map((name) => ({
          permission_id: permissions[name].id,
          status: values.permissions[name] ? changeStatus.create : changeStatus.delete,
        })),
        ...(role && { role_id: role.id }),
      });
    },
    onSaved: () => void navigate(rolesPath(workspaceId)),
  });
  const given = form.watch('permissions');
  useKey(
    (event) => (event.ctrlKey || event.metaKey) && event.key === 's',
    () => void form.submit(),
  );
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <ErrorCallout error={form.error} />
        <TextInput
          label="Role name"
          withAsterisk
          autoComplete="off"
          error={form.errors.name?.message}
          {...form.register('name')}
        />
        <Fieldset legend="Permissions" styles={{ legend: { fontWeight: 600 } }}>
          <Stack gap="sm">
            {names.map((name) => (
              <Switch
                key={name}
                label={permissions[name].label}
                checked={given[name]}
                onChange={({ currentTarget: { checked } }) =>
                  form.setValue(`permissions.${name}`, checked, { shouldDirty: true })
                }
                error={form.errors.permissions?.[name]?.message}
              />
            ))}
          </Stack>
        </Fieldset>
        <Group gap="xs">
          <Button type="submit" loading={form.isSubmitting}>
            {submitLabel}
          </Button>
          <LinkButton to={rolesPath(workspaceId)} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  );
}
