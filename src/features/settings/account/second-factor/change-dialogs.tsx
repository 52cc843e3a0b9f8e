import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { hasPasskeys } from '../../../../shared/data/passkey-ceremony.ts';
import { useRemoveSecondFactor, useRenewRecoveryCodes } from '../../../../shared/data/second-factor.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { texts } from '../../../../shared/ui/texts.ts';
import { ClosesText, type RequiredBy } from './closes-text.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface ChangeDialogProps {
  opened: boolean;
  onClose: () => void;
}

const codeHint = 'Of your authenticator app, or a recovery code';

/** Replaces the recovery codes, by password and code or by a passkey. */
export function RenewDialog({ opened, onClose, hasPasskey }: ChangeDialogProps & { hasPasskey: boolean }) {
  const renew = useRenewRecoveryCodes();
  const byPasskey = useRenewRecoveryCodes();
  const { ownsDocument } = useServices();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <FormDialog opened={opened} onClose={onClose} title="New recovery codes" onClosed={() => setCodes(null)}>
      {codes ? (
        <RecoveryCodes codes={codes} onStored={onClose} />
      ) : (
        <ProofForm
          codeHint={codeHint}
          submitLabel="Make new codes"
          onSubmit={renew.mutateAsync}
          onSaved={({ recovery_codes }) => setCodes(recovery_codes)}
          onCancel={onClose}
        >
          <Text size="sm">They replace all earlier ones.</Text>
          {hasPasskey && ownsDocument && hasPasskeys() && (
            <>
              <ErrorCallout error={byPasskey.error} />
              <Button
                variant="default"
                loading={byPasskey.isPending}
                onClick={() =>
                  byPasskey.mutate(undefined, { onSuccess: ({ recovery_codes }) => setCodes(recovery_codes) })
                }
              >
                {texts.passkey}
              </Button>
            </>
          )}
        </ProofForm>
      )}
    </FormDialog>
  );
}

/** Removes the authenticator app; `closes` are the workspaces that require a factor, if no passkey is left then. */
export function TurnOffDialog({ opened, onClose, closes }: ChangeDialogProps & { closes: RequiredBy | null }) {
  const remove = useRemoveSecondFactor();
  return (
    <FormDialog opened={opened} onClose={onClose} title="Turn off authenticator app">
      <ProofForm
        codeHint={codeHint}
        submitLabel="Turn off"
        danger
        onSubmit={remove.mutateAsync}
        onSaved={onClose}
        onCancel={onClose}
      >
        <Text size="sm">
          {closes
            ? 'Your password alone will sign you in, and your recovery codes no longer work.'
            : 'Signing in by password needs one of your passkeys then.'}
          {closes && <ClosesText workspaces={closes} />}
        </Text>
      </ProofForm>
    </FormDialog>
  );
}
