import { Stack, Switch, Text } from '@mantine/core';
import { useSetCompanyOnly } from '../../../shared/data/company-sign-in.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

/** Whether the workspace opens to other sign-ins, too. */
export function CompanyOnly({ workspaceId, isOnly }: { workspaceId: number; isOnly: boolean }) {
  const setOnly = useSetCompanyOnly(workspaceId);
  return (
    <Stack gap="xs">
      <ErrorCallout error={setOnly.error} />
      <Switch
        label="Only company sign-in opens this workspace"
        description="Sessions with a password no longer get in. Owners keep a way back: their password and a mailed code."
        checked={isOnly}
        // Disabled meanwhile, it would lose the focus.
        onChange={({ currentTarget: { checked } }) => !setOnly.isPending && setOnly.mutate(checked)}
      />
      {!isOnly && (
        <Text size="sm" c="dimmed">
          To turn it on, sign in with your company first: so you know that it works.
        </Text>
      )}
    </Stack>
  );
}
