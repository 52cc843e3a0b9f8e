import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import { useDeleteWebhook } from '../../../shared/data/webhooks.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import type { WebhookDialogProps } from './webhook-action.ts';

interface DeleteWebhookDialogProps extends WebhookDialogProps {
  webhook: Webhook;
  onDeleted: () => void;
  /** Called after closing, once focus is restored. */
  onClosed: () => void;
}

/** Confirms the deletion of a webhook. */
export function DeleteWebhookDialog(props: DeleteWebhookDialogProps) {
  const { opened, instanceId, webhook, onClose, onDeleted, onClosed } = props;
  const { mutateAsync } = useDeleteWebhook(instanceId);
  const remove = async () => {
    await mutateAsync(webhook.id);
    onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete webhook"
      message={`${webhook.url} is not called any more, and the log and the secret are deleted.`}
      confirmLabel="Yes, delete webhook"
      cancelLabel="Cancel"
      danger
      onCancel={onClose}
      onConfirm={remove}
      onClosed={onClosed}
    />
  );
}
