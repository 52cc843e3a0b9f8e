import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ObjectSchema } from 'yup';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

interface RenameFormProps {
  /** The label of the input. */
  label: string;
  rule: ObjectSchema<{ name: string }>;
  /** The name as it is. */
  name: string;
  onRename: (name: string) => Promise<unknown>;
}

/** A name that can be changed where it stands. */
export function RenameForm({ label, rule, name, onRename }: RenameFormProps) {
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
