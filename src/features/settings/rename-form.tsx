import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { errors as refusals } from '@quartermaster/contract/errors.ts';
import type { ObjectSchema } from 'yup';
import type { AccessResult } from '../../shared/access/use-refusal.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

interface NameProps extends RenameFormProps {
  /**
   * Why the name cannot be changed. Only a refusal because of the subscription makes it read-only; other refusals are
   * returned by the server on submit.
   */
  refusal: AccessResult;
}

/** A name that can be changed where it stands; where the subscription is in the way the name and why it cannot. */
export function RenameForm({ refusal, ...form }: NameProps) {
  if (refusal !== 'canceled' && refusal !== 'plan') return <OpenForm {...form} />;
  return (
    <Stack gap={4}>
      <Text>{form.name}</Text>
      <Text size="sm" c="dimmed">
        {refusals[refusal].message}
      </Text>
    </Stack>
  );
}

interface RenameFormProps {
  label: string;
  rule: ObjectSchema<{ name: string }>;
  /** The current name. */
  name: string;
  onRename: (name: string) => Promise<unknown>;
}

function OpenForm({ label, rule, name, onRename }: RenameFormProps) {
  const { register, submit, errors, error, isSubmitting, formState } = useRuleForm(rule, {
    defaultValues: { name },
    onSubmit: (values) => onRename(values.name),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <ErrorCallout error={error} />
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={label}
            error={errors.name?.message}
            style={{ flex: 1, maxWidth: 400 }}
            {...register('name')}
          />
          <Button type="submit" variant="default" loading={isSubmitting} disabled={!formState.isDirty}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
