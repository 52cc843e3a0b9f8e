import { Text } from '@mantine/core';
import { useState } from 'react';
import { useRequestPasswordReset } from '../../../shared/data/password.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { HumanCheck, unlessChallenge } from '../../../shared/ui/human-check/human-check.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { SentMessage } from './sent-message.tsx';

interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  email: string;
}

/** Requests an email with a link to set a new password. */
export const ChangePasswordDialog = ({ opened, ...steps }: ChangePasswordDialogProps) => (
  <FormDialog opened={opened} onClose={steps.onClose} title="Change password">
    <Steps {...steps} />
  </FormDialog>
);

function Steps({ onClose, email }: Omit<ChangePasswordDialogProps, 'opened'>) {
  const [isSent, setSent] = useState(false);
  const reset = useRequestPasswordReset();
  if (isSent) {
    return (
      <SentMessage title={texts.checkYourEmail} onClose={onClose}>
        We sent an email to <strong>{email}</strong>. Open its link to set a new password; it works once, for 1 hour.
      </SentMessage>
    );
  }
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate(email, { onSuccess: () => setSent(true) });
      }}
      onCancel={onClose}
      submitLabel={texts.sendLink}
      isSubmitting={reset.isPending}
    >
      <ErrorCallout error={unlessChallenge(reset.error)} />
      <Text size="sm">
        We send a link to <strong>{email}</strong> with which you set a new password. Setting it signs you out
        everywhere.
      </Text>
      <HumanCheck error={reset.error} />
    </DialogForm>
  );
}
