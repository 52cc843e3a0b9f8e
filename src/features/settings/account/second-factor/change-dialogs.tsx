import { Text } from '@mantine/core';
import { useState } from 'react';
import { useRemoveSecondFactor, useRenewRecoveryCodes } from '../../../../shared/data/second-factor.ts';
import { FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface ChangeDialogProps {
  opened: boolean;
  onClose: () => void;
}

const codeHint = 'Of your authenticator app, or a recovery code';

/** Replaces the recovery codes. */
export function RenewDialog({ opened, onClose }: ChangeDialogProps) {
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New recovery codes"
      isLocked={codes !== null}
      onClosed={() => setCodes(null)}
    >
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
        </ProofForm>
      )}
    </FormDialog>
  );
}

/** Turns the second factor off. */
export function TurnOffDialog({ opened, onClose }: ChangeDialogProps) {
  const remove = useRemoveSecondFactor();
  return (
    <FormDialog opened={opened} onClose={onClose} title="Turn off second factor">
      <ProofForm
        codeHint={codeHint}
        submitLabel="Turn off"
        danger
        onSubmit={remove.mutateAsync}
        onSaved={onClose}
        onCancel={onClose}
      >
        <Text size="sm">Your password alone will sign you in, and your recovery codes no longer work.</Text>
      </ProofForm>
    </FormDialog>
  );
}
