import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { WebhookAttempt } from '@quartermaster/contract/endpoints/webhooks.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { webhookQueries } from '../../../shared/data/webhooks.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import classes from './webhooks.module.css';

interface MessageDialogProps {
  opened: boolean;
  address: { instanceId: number; webhookId: number; deliveryId: number };
  onClose: () => void;
  onClosed: () => void;
}

/** A message of the log: its content, and each attempt with its answer. */
export function MessageDialog({ opened, address, onClose, onClosed }: MessageDialogProps) {
  const answer = useQuery(webhookQueries.message(useRequest(), address));
  const { data } = answer;
  return (
    <Dialog opened={opened} onClose={onClose} onClosed={onClosed} title={data?.delivery.event ?? 'Message'} size="lg">
      {data ? (
        <Stack gap="md">
          <CopyBox label="webhook-id" value={data.delivery.message_id} />
          <pre className={classes.text}>{data.body}</pre>
          <section>
            <Title order={3} size="sm">
              Attempts
            </Title>
            {data.attempts.length === 0 && (
              <Text size="sm" c="dimmed">
                None yet.
              </Text>
            )}
            <ul className={classes.attempts}>
              {data.attempts.map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} />
              ))}
            </ul>
          </section>
        </Stack>
      ) : (
        <NotLoaded query={answer} title="The message could not be loaded">
          <Skeleton height={120} aria-hidden />
        </NotLoaded>
      )}
    </Dialog>
  );
}

function Attempt({ attempt: { at, milliseconds, status, error, answer } }: { attempt: WebhookAttempt }) {
  const isSuccess = error === null && status !== null && status >= 200 && status < 300;
  return (
    <li className={classes.attempt}>
      <Group gap="xs">
        <Badge variant="light" color={isSuccess ? 'green' : 'red'} tt="none" radius="sm">
          {status ?? 'no answer'}
        </Badge>
        <Text size="sm">{dateTime(at)}</Text>
        <Text size="sm" c="dimmed">
          {numberText(milliseconds)} ms
        </Text>
      </Group>
      {error !== null && <Text size="sm">{error}</Text>}
      {answer !== null && answer !== '' && <pre className={classes.text}>{answer}</pre>}
    </li>
  );
}
