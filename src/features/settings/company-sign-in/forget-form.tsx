import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { forgetIdentityRule } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import { useForgetIdentity } from '../../../shared/data/company-sign-in.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

/** Forgets whose account an address is at the provider. */
export function ForgetForm({ workspaceId }: { workspaceId: number }) {
  const forget = useForgetIdentity(workspaceId);
  const { register, submit, errors, error, isSubmitting, reset } = useRuleForm(forgetIdentityRule, {
    defaultValues: { email: '' },
    guard: false,
    onSubmit: ({ email }) => forget.mutateAsync(email),
    onSaved: () => reset({ email: '' }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          Somebody with a new account at your company, but the same address, is refused until you forget the account
          before it.
        </Text>
        <ErrorCallout error={error} />
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            style={{ flex: 1, maxWidth: 400 }}
            error={errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" variant="default" loading={isSubmitting}>
            Forget account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
