import { Button, Fieldset, Group, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { changeStatus, type Permission, permissions } from '@quartermaster/contract/access.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { customRoleRule } from '@quartermaster/contract/rules/people/role.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InferType } from 'yup';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useSaveRole } from '../../../shared/data/people/roles.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { commonKeys } from '../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../shared/ui/actions/page-actions.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';

interface RoleFormProps {
  /** The saved role; undefined for a new one. */
  role?: { id: number; name: string; permissions: readonly number[] };
  submitLabel: string;
}

const names = Object.keys(permissions) as Permission[];

/** Name and permissions of a role, each a switch; returns to the list after saving. */
export function RoleForm({ role, submitLabel }: RoleFormProps) {
  const workspace = useWorkspace();
  const back = useBack(pathTo(paths.roles, { workspaceId: workspace.id }));
  // Without access, the form stays only so that its input can be copied.
  const canSave = useRefusal(roles.save, workspace) === null;
  const navigate = useNavigate();
  const save = useSaveRole(workspace.id);
  // The form's initial role: changes that others have made since are not reverted.
  const [before] = useState(role);
  const hadPermission = (name: Permission) => before?.permissions.includes(permissions[name].id) ?? false;
  const form = useRuleForm<InferType<typeof customRoleRule>>(customRoleRule, {
    defaultValues: {
      name: before?.name ?? '',
      permissions: Object.fromEntries(names.map((name) => [name, hadPermission(name)])) as Record<Permission, boolean>,
    },
    onSubmit: (values) => {
      const changed = names.filter((name) => values.permissions[name] !== hadPermission(name));
      return save.mutateAsync({
        // The server requires a name even if only permissions change: send the last one loaded.
        name: role && values.name === before?.name ? role.name : values.name,
        permissions: changed.map((name) => ({
          permission_id: permissions[name].id,
          status: values.permissions[name] ? changeStatus.create : changeStatus.delete,
        })),
        ...(role && { role_id: role.id }),
      });
    },
    onSaved: () => void navigate(back),
  });
  const granted = form.watch('permissions');
  usePageAction({ label: 'Save the role', keys: commonKeys.save }, () => void form.submit());
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
        <Fieldset legend="Permissions">
          <Stack gap="sm">
            {names.map((name) => (
              <Switch
                key={name}
                label={permissions[name].label}
                checked={granted[name]}
                onChange={({ currentTarget: { checked } }) =>
                  form.setValue(`permissions.${name}`, checked, { shouldDirty: true })
                }
                error={form.errors.permissions?.[name]?.message}
              />
            ))}
          </Stack>
        </Fieldset>
        <Group gap="xs">
          {canSave && (
            <Button type="submit" loading={form.isSubmitting}>
              {submitLabel}
            </Button>
          )}
          <LinkButton to={back} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Placeholder for the form and the sentence above it, while the role is loading. */
export const RoleFormSkeleton = () => (
  <Stack gap="md" aria-hidden>
    <Skeleton height={20} width="60%" />
    <div>
      <Skeleton height={16} width={80} mb={6} />
      <Skeleton height="var(--qm-control)" />
    </div>
    <Fieldset legend="Permissions">
      <Stack gap="sm">
        {names.map((name) => (
          <Skeleton key={name} height={20} width="45%" />
        ))}
      </Stack>
    </Fieldset>
  </Stack>
);
