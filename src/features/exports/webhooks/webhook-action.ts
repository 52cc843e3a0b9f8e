import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';

/** What a dialog does with a webhook. */
export type WebhookAction =
  | { kind: 'create' }
  | { kind: 'edit'; webhook: Webhook }
  | { kind: 'rotate'; webhook: Webhook }
  | { kind: 'delete'; webhook: Webhook };

/** The properties that these dialogs share. */
export interface WebhookDialogProps {
  opened: boolean;
  instanceId: number;
  onClose: () => void;
}
