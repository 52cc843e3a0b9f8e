import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { webhookQueries } from '../../../shared/data/webhooks.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { ChangeWebhookDialog } from './change-webhook-dialog.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import type { WebhookAction } from './webhook-action.ts';
import { WebhookList } from './webhook-list.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { loggedWebhook } from './webhook-paths.ts';

/** The webhooks of the active instance, or the log of one. */
export function WebhooksView() {
  const instanceId = useInstanceId();
  const webhookId = loggedWebhook(useLocation().search);
  const answer = useQuery(webhookQueries.list(useRequest(), instanceId));
  const [action, setAction] = useState<WebhookAction | null>(null);
  const list = useRef<HTMLElement>(null);
  const isDeleted = useRef(false);
  // A closing dialog keeps what it shows.
  const last = useLast(action);
  const dialog = { instanceId, opened: action !== null, onClose: () => setAction(null) };
  if (webhookId !== undefined)
    return (
      <WebhookLog key={webhookId} webhookId={webhookId} webhook={answer.data?.find(({ id }) => id === webhookId)} />
    );
  return (
    <>
      <WebhookList instanceId={instanceId} answer={answer} onAction={setAction} focused={list} />
      {last?.kind === 'create' && <NewWebhookDialog {...dialog} />}
      {last?.kind === 'edit' && <ChangeWebhookDialog {...dialog} webhook={last.webhook} />}
      {last?.kind === 'rotate' && <RotateSecretDialog {...dialog} webhook={last.webhook} />}
      {last?.kind === 'delete' && (
        <DeleteWebhookDialog
          {...dialog}
          webhook={last.webhook}
          onDeleted={() => {
            isDeleted.current = true;
          }}
          onClosed={() => {
            if (isDeleted.current) list.current?.focus({ preventScroll: true });
            isDeleted.current = false;
          }}
        />
      )}
    </>
  );
}
