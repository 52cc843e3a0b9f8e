import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { scimQueries } from '../../../shared/data/scim.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { Section } from '../section.tsx';
import { ScimGroups } from './scim-groups.tsx';
import { ScimTokens } from './scim-tokens.tsx';

interface ScimSectionProps {
  workspaceId: number;
  mayChange: boolean;
  mayClose: boolean;
}

/** The directory of the company that keeps people and groups up to date. */
export function ScimSection({ workspaceId, mayChange, mayClose }: ScimSectionProps) {
  const answer = useQuery(scimQueries.get(useRequest(), workspaceId));
  const { data } = answer;
  return (
    <Section title="Directory (SCIM)">
      {data ? (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Your directory, such as Okta or Entra, adds people of the verified domains, removes them when they leave,
            and gives roles by its groups. {data.users} {data.users === 1 ? 'person comes' : 'people come'} from it.
          </Text>
          <CopyBox label="Address" value={data.address} />
          <ScimTokens workspaceId={workspaceId} tokens={data.tokens} mayChange={mayChange} mayClose={mayClose} />
          {data.groups.length > 0 && (
            <ScimGroups workspaceId={workspaceId} groups={data.groups} mayChange={mayChange} />
          )}
        </Stack>
      ) : (
        <NotLoaded query={answer} title="The directory could not be loaded">
          <Skeleton height={160} />
        </NotLoaded>
      )}
    </Section>
  );
}
