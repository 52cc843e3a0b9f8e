import { Checkbox } from '@mantine/core';
import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import { webhookRule } from '@quartermaster/contract/rules/webhooks.ts';
import { useChangeWebhook } from '../../../shared/data/webhooks.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import type { WebhookDialogProps } from './webhook-action.ts';
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx';

interface ChangeWebhookDialogProps extends WebhookDialogProps {
  webhook: Webhook;
}

/** Changes the address and events of a webhook, and turns it on or off. */
export const ChangeWebhookDialog = ({ opened, ...form }: ChangeWebhookDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Edit webhook">
    <ChangeWebhook {...form} />
  </FormDialog>
);

function ChangeWebhook({ instanceId, webhook, onClose }: Omit<ChangeWebhookDialogProps, 'opened'>) {
  const { mutateAsync } = useChangeWebhook(instanceId);
  const { id: webhookId, url, events, before_saves, is_active } = webhook;
  const { register, submit, errors, error, isSubmitting } = useRuleForm<WebhookValues>(webhookRule, {
    defaultValues: { url, events, before_saves, is_active },
    guard: false,
    onSubmit: (values) => mutateAsync({ webhookId, ...values }),
    onSaved: onClose,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Save webhook" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <WebhookFields register={register} errors={errors} />
      <Checkbox
        label="Call this address"
        description="If this is off, events of that time are not sent later, nor are messages that are waiting."
        {...register('is_active')}
      />
    </DialogForm>
  );
}
