import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { refusalErrors } from '@quartermaster/contract/access.ts';
import { errors as serverErrors } from '@quartermaster/contract/errors.ts';
import type { ObjectSchema } from 'yup';
import type { AccessResult } from '../../shared/access/use-refusal.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { LostPermissionNotice } from '../../shared/ui/page/lost-permission-notice.tsx';

interface RenameFormProps {
  label: string;
  rule: ObjectSchema<{ name: string }>;
  /** The current name. */
  name: string;
  /** Why the name cannot be changed; if the role is the reason, the page's guard shows it. */
  refusal: AccessResult;
  onRename: (name: string) => Promise<unknown>;
}

/**
 * A name edited in place; if the subscription does not allow it, the name and the reason. A name that was typed before it became read-only
 * stays, to be copied.
 */
export function RenameForm({ label, rule, name, refusal, onRename }: RenameFormProps) {
  const { register, submit, errors, error, isSubmitting, formState } = useRuleForm(rule, {
    defaultValues: { name },
    onSubmit: (values) => onRename(values.name),
  });
  const isUnpaid = refusal === 'canceled' || refusal === 'seats' || refusal === 'plan';
  if (isUnpaid && !formState.isDirty) {
    return (
      <Stack gap={4}>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {serverErrors[refusalErrors[refusal]].message}
        </Text>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      {isUnpaid && <LostPermissionNotice what="name" refusal={refusal} />}
      <Stack gap="xs">
        <ErrorCallout error={error} />
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={label}
            error={errors.name?.message}
            readOnly={refusal !== null}
            style={{ flex: 1, maxWidth: 400 }}
            {...register('name')}
          />
          {refusal === null && (
            <Button type="submit" variant="default" loading={isSubmitting} disabled={!formState.isDirty}>
              Rename
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
