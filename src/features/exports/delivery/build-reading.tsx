import { Switch, Text, Title } from '@mantine/core';
import { channels } from '@quartermaster/contract/endpoints/builds.ts';
import { useQuery } from '@tanstack/react-query';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { buildQueries, useSetBuildReading } from '../../../shared/data/builds.ts';
import { useRequest } from '../../../shared/services/request.ts';

/** Whether games read builds and channels without a token. */
export function BuildReading({ instanceId }: { instanceId: number }) {
  const { data } = useQuery(buildQueries.channels(useRequest(), instanceId));
  const { mutate, isPending, variables } = useSetBuildReading(instanceId);
  const isRefused = useRefusal(channels.setReading) !== null;
  return (
    <section>
      <Title order={2} size="md" mb={4}>
        Builds and channels
      </Title>
      <Text c="dimmed" size="sm" mb="xs">
        Games in the hands of players read signed builds by channel. They should not contain the token: let anyone read
        the builds instead.
      </Text>
      <Switch
        label="Anyone can read the builds of this instance"
        description="Without a token, also through a content delivery network. What is not exported stays closed."
        checked={isPending ? variables : (data?.is_public ?? false)}
        disabled={!data || isRefused || isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
    </section>
  );
}
