import { Group, Title } from '@mantine/core';
import type { Webhook, WebhookDelivery } from '@quartermaster/contract/endpoints/webhooks.ts';
import { checkEvent } from '@quartermaster/contract/webhook-events.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useResendMessage, webhookQueries } from '../../../shared/data/webhooks.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useRowFocus } from '../../../shared/table/use-row-focus.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { IconListDetails } from '../../../shared/ui/icons/list-details.ts';
import { IconSend } from '../../../shared/ui/icons/send.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { logColumns } from './log-columns.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { useWebhookAccess } from './use-webhook-access.ts';
import { webhooksPath } from './webhook-paths.ts';
import classes from './webhooks.module.css';

const rowId = ({ id }: WebhookDelivery) => String(id);

interface WebhookLogProps {
  webhookId: number;
  /** Undefined until it is loaded. */
  webhook: Webhook | undefined;
}

/** The messages of a webhook, newest first, with their attempts. */
export function WebhookLog({ webhookId, webhook }: WebhookLogProps) {
  const instanceId = useInstanceId();
  const address = useListAddress();
  const page = useQuery(webhookQueries.log(useRequest(), { instanceId, webhookId }, address.pageQuery));
  const { mutate } = useResendMessage(instanceId);
  const { canResend } = useWebhookAccess();
  const isNarrow = useNarrow(useServices().root);
  const [opened, setOpened] = useState<number | null>(null);
  const last = useLast(opened);
  const focus = useRowFocus();
  const columns = useMemo(() => {
    const actionsOf = ({ id, state, event }: WebhookDelivery): MenuAction[] => [
      { label: 'Show attempts', Icon: IconListDetails, onClick: () => setOpened(id) },
      ...(canResend && state !== 'waiting' && event !== checkEvent
        ? [{ label: 'Send again', Icon: IconSend, onClick: () => mutate({ webhookId, deliveryId: id }) }]
        : []),
    ];
    return logColumns({ actionsOf, isNarrow });
  }, [webhookId, canResend, mutate, isNarrow]);
  return (
    <ListLayout {...focus.page}>
      <Group gap="xs" className={classes.part ?? ''} wrap="nowrap">
        <LinkButton variant="default" size="compact-sm" to={webhooksPath} miw="max-content">
          All webhooks
        </LinkButton>
        <Title order={2} size="sm" className={classes.url ?? ''} title={webhook?.url ?? ''}>
          {webhook ? `Log of ${webhook.url}` : 'Log'}
        </Title>
      </Group>
      <ListTable
        label="Messages"
        columns={columns}
        rowId={rowId}
        page={page}
        address={address}
        failure="The log could not be loaded"
        empty={
          <EmptyState
            title="No messages yet"
            message="After the next event, its message is here, with each attempt to send it and the answer. The log keeps 30 days."
          />
        }
      />
      {last !== null && last !== undefined && (
        <MessageDialog
          opened={opened !== null}
          address={{ instanceId, webhookId, deliveryId: last }}
          onClose={() => setOpened(null)}
          onClosed={focus.onClosed}
        />
      )}
    </ListLayout>
  );
}
