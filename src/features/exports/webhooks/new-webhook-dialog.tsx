import { webhookRule } from '@quartermaster/contract/rules/webhooks.ts';
import { saveEvents, webhookEventNames } from '@quartermaster/contract/webhook-events.ts';
import { useState } from 'react';
import { useCreateWebhook } from '../../../shared/data/webhooks.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import type { WebhookDialogProps } from './webhook-action.ts';
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** Creates a webhook, and then shows its secret once. */
export const NewWebhookDialog = ({ opened, onClose, instanceId }: WebhookDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title="New webhook" isSticky>
    <NewWebhook onClose={onClose} instanceId={instanceId} />
  </FormDialog>
);

function NewWebhook({ instanceId, onClose }: Pick<WebhookDialogProps, 'instanceId' | 'onClose'>) {
  const { mutateAsync } = useCreateWebhook(instanceId);
  const [secret, setSecret] = useState<string>();
  const { register, submit, errors, error, isSubmitting } = useRuleForm<WebhookValues, { secret: string }>(
    webhookRule,
    {
      defaultValues: {
        url: '',
        events: webhookEventNames.filter((name) => !saveEvents.includes(name)),
        before_saves: null,
        is_active: true,
      },
      guard: false,
      onSubmit: ({ is_active: _, ...settings }) => mutateAsync(settings),
      onSaved: (made) => setSecret(made.secret),
    },
  );
  if (secret !== undefined) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Create webhook" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <WebhookFields register={register} errors={errors} />
    </DialogForm>
  );
}
