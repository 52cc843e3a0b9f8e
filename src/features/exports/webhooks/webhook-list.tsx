import { Button } from '@mantine/core';
import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useWorkspacesWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { UpgradeButton } from '../../../shared/billing/upgrade-button.tsx';
import { ManagedList } from '../../../shared/ui/entries/managed-list.tsx';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { useWebhookAccess } from './use-webhook-access.ts';
import type { WebhookAction } from './webhook-action.ts';
import { WebhookRow } from './webhook-row.tsx';

interface WebhookListProps {
  instanceId: number;
  answer: UseQueryResult<Webhook[]>;
  onAction: (action: WebhookAction) => void;
  /** Has the focus once the row that had it is deleted. */
  focused: RefObject<HTMLElement | null>;
}

/** The webhooks with their state, and the button that creates one. */
export const WebhookList = ({ instanceId, answer, onAction, focused }: WebhookListProps) => (
  <ManagedList
    answer={answer}
    title="Webhooks"
    text="Called after events of this instance, with a signature by Standard Webhooks."
    notLoadedTitle="The webhooks could not be loaded"
    empty={{
      title: 'No webhooks yet',
      message:
        'A webhook calls an address of yours when an export is completed, a channel moves or changes are applied, so that a build server or a chat knows at once.',
    }}
    button={<NewWebhookButton onCreate={() => onAction({ kind: 'create' })} />}
    focused={focused}
  >
    {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} instanceId={instanceId} onAction={onAction} />}
  </ManagedList>
);

function NewWebhookButton({ onCreate }: { onCreate: () => void }) {
  const { creating } = useWebhookAccess();
  const workspaceId = useInstanceContext()?.workspace.id;
  const workspace = useWorkspacesWithRole()?.find(({ id }) => id === workspaceId);
  if (creating === 'plan' && workspace)
    return <UpgradeButton label="New webhook" feature="webhooks" workspace={workspace} />;
  if (creating !== null) return null;
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New webhook
    </Button>
  );
}
