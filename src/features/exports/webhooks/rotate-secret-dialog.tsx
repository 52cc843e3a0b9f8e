import { Checkbox, Text } from '@mantine/core';
import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import { previousSecretHours } from '@quartermaster/contract/webhook-events.ts';
import { type FormEvent, useState } from 'react';
import { useRotateSecret } from '../../../shared/data/webhooks.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import type { WebhookDialogProps } from './webhook-action.ts';
import { WebhookSecret } from './webhook-secret.tsx';

interface RotateSecretDialogProps extends WebhookDialogProps {
  webhook: Webhook;
}

/** Makes a new secret for a webhook, and then shows it once. */
export const RotateSecretDialog = ({ opened, ...form }: RotateSecretDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="New secret" isSticky>
    <RotateSecret {...form} />
  </FormDialog>
);

function RotateSecret({ instanceId, webhook, onClose }: Omit<RotateSecretDialogProps, 'opened'>) {
  const { mutate, data, error, isPending } = useRotateSecret(instanceId);
  const [stops, setStops] = useState(false);
  if (data) return <WebhookSecret secret={data.secret} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ webhookId: webhook.id, keepsPrevious: !stops });
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Make a new secret" isSubmitting={isPending}>
      <ErrorCallout error={error} />
      <Text size="sm">
        Messages to {webhook.url} are signed with a new secret. For {previousSecretHours} hours they are also signed
        with the previous one, so that you have time to replace it.
      </Text>
      <Checkbox
        label="Stop signing with the previous secret now"
        description="Choose this if it is no longer secret. The receiver refuses messages until it has the new one."
        checked={stops}
        onChange={(event) => setStops(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
