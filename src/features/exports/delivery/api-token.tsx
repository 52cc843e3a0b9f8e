import { ActionIcon, Button, Group, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { instanceQueries, useRegenerateToken } from '../../../shared/data/instances.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { CopyButton } from '../../../shared/ui/copy/copy-button.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { IconEye } from '../../../shared/ui/icons/eye.ts';
import { IconEyeOff } from '../../../shared/ui/icons/eye-off.ts';
import { IconRefresh } from '../../../shared/ui/icons/refresh.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';

/** The instance's token: hidden until it is revealed, with buttons to copy and to replace it. */
export function ApiToken({ instanceId }: { instanceId: number }) {
  const token = useQuery(instanceQueries.token(useRequest(), instanceId));
  const regenerate = useRegenerateToken(instanceId);
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (token.error && !token.data) {
    return <ErrorState error={token.error} title="The token could not be loaded" retry={() => void token.refetch()} />;
  }
  const confirm = async () => {
    await regenerate.mutateAsync();
    setAsking(false);
  };
  return (
    <section>
      <Title order={2} size="md" mb={4}>
        API token
      </Title>
      <Text c="dimmed" size="sm" mb="xs">
        Anyone with this token can read the exported files of this instance, and nothing else.
      </Text>
      {token.data ? (
        <Group gap="xs" align="center">
          <TextInput
            aria-label="API token"
            readOnly
            flex={1}
            miw={200}
            value={isShown ? token.data.token : '•'.repeat(24)}
            ff="monospace"
            onFocus={(event) => event.currentTarget.select()}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={isShown ? 'Hide token' : 'Show token'}
            title={isShown ? 'Hide token' : 'Show token'}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          </ActionIcon>
          <CopyButton value={token.data.token} label="token" />
          <Can do={instances.regenerateToken}>
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => setAsking(true)}>
              Regenerate
            </Button>
          </Can>
        </Group>
      ) : (
        <Delayed>
          <Group gap="xs" align="center" aria-hidden>
            <Skeleton height="var(--qm-control)" flex={1} miw={200} />
            <Skeleton height={28} width={28} />
            <Skeleton height={28} width={28} />
            <Skeleton height="var(--qm-control)" width={140} />
          </Group>
        </Delayed>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Regenerate token"
        message="The current token stops working immediately. Everything that uses it needs the new one."
        confirmLabel="Yes, regenerate"
        cancelLabel="Cancel"
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
        danger
      />
    </section>
  );
}
