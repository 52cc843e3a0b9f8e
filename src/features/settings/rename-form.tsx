import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { errors as refusals } from '@quartermaster/contract/errors.ts';
import type { ObjectSchema } from 'yup';
import type { Answer } from '../../shared/access/use-refusal.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

interface NameProps extends RenameFormProps {
  /** Why the name cannot be changed; where the subscription keeps it from being changed it can only be read, all else the server says to an attempt. */
  refusal: Answer;
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
  /** The label of the input. */
  label: string;
  rule: ObjectSchema<{ name: string }>;
  /** The name as it is. */
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
