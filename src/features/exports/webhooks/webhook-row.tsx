import { Button, Group, Text } from '@mantine/core';
import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import { useTestWebhook } from '../../../shared/data/webhooks.ts';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { ManagedRow } from '../../../shared/ui/entries/managed-list.tsx';
import { IconKey } from '../../../shared/ui/icons/key.ts';
import { IconPencil } from '../../../shared/ui/icons/pencil.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { useWebhookAccess } from './use-webhook-access.ts';
import type { WebhookAction } from './webhook-action.ts';
import { logPath } from './webhook-paths.ts';
import { WebhookStatus } from './webhook-status.tsx';
import classes from './webhooks.module.css';

interface WebhookRowProps {
  webhook: Webhook;
  instanceId: number;
  onAction: (action: WebhookAction) => void;
}

/** A webhook: its address, events and state, and what can be done with it. */
export function WebhookRow({ webhook, instanceId, onAction }: WebhookRowProps) {
  const { canChange, canRotate, canTest, canDelete } = useWebhookAccess();
  const { mutate, isPending } = useTestWebhook(instanceId);
  const { id, url, events, waiting, before_saves: mode, previous_secret_until: until } = webhook;
  const actions: MenuAction[] = [
    ...(canChange ? [{ label: 'Edit', Icon: IconPencil, onClick: () => onAction({ kind: 'edit', webhook }) }] : []),
    ...(canRotate
      ? [{ label: 'New secret', Icon: IconKey, onClick: () => onAction({ kind: 'rotate', webhook }) }]
      : []),
    ...(canDelete
      ? [{ label: 'Delete', Icon: IconTrash, danger: true, onClick: () => onAction({ kind: 'delete', webhook }) }]
      : []),
  ];
  return (
    <ManagedRow
      actions={
        <Group gap={4} wrap="nowrap">
          <LinkButton variant="subtle" size="compact-sm" to={logPath(id)} title={`Log of ${url}`}>
            Log
          </LinkButton>
          {canTest && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={isPending}
              aria-label={`Send test to ${url}`}
              onClick={() => mutate(id)}
            >
              Send test
            </Button>
          )}
          <RowMenu label={`Actions for ${url}`} actions={actions} />
        </Group>
      }
    >
      <Group gap="xs" wrap="nowrap">
        <code className={classes.url} title={url}>
          {url}
        </code>
        <WebhookStatus webhook={webhook} />
      </Group>
      <Text size="xs" c="dimmed">
        {[...events, ...(mode === null ? [] : [checkTexts[mode]])].join(', ')}
        {waiting > 0 && `; ${count(waiting, 'message')} waiting`}
        {until !== null && `; signs with the previous secret, too, until ${dateTime(until)}`}
      </Text>
    </ManagedRow>
  );
}

const checkTexts = {
  open: 'asked before saves, which go through if it fails',
  closed: 'asked before saves, which are refused if it fails',
};
