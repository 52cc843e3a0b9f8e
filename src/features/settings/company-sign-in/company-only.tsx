import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useSetCompanyOnly } from '../../../shared/data/company-sign-in.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

interface CompanyOnlyProps {
  workspaceId: number;
  isOnly: boolean;
  /** Why the user cannot turn it on. */
  refusal: string | null;
}

/** Whether the workspace opens to other sign-ins, too. */
export function CompanyOnly({ workspaceId, isOnly, refusal }: CompanyOnlyProps) {
  const turnOn = useSetCompanyOnly(workspaceId);
  const turnOff = useSetCompanyOnly(workspaceId);
  const [isAsking, setAsking] = useState(false);
  const change = (checked: boolean) => {
    if (checked) setAsking(true);
    // Disabled meanwhile, it would lose the focus.
    else if (!turnOff.isPending) turnOff.mutate(false);
  };
  return (
    <Stack gap="xs">
      <ErrorCallout error={turnOff.error} />
      <Switch
        label="Only company sign-in opens this workspace"
        description="Sessions with a password no longer get in. Owners keep a way back: their password and a mailed code."
        checked={isOnly}
        onChange={({ currentTarget: { checked } }) => change(checked)}
      />
      {!isOnly && refusal !== null && (
        <Text size="sm" c="dimmed">
          {refusal}
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Only company sign-in"
        message={
          refusal === null ? (
            'Members who are signed in with a password are locked out at once, until they sign in with your company.'
          ) : (
            <Text size="sm">{refusal}</Text>
          )
        }
        isBlocked={refusal !== null}
        confirmLabel="Yes, only company sign-in"
        cancelLabel="Cancel"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await turnOn.mutateAsync(true);
          setAsking(false);
        }}
      />
    </Stack>
  );
}
