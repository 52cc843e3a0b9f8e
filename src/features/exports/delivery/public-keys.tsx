import { Button, Checkbox, Skeleton, Stack, Text, Title } from '@mantine/core';
import { signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useWorkspacesWithRole, type WorkspaceWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { buildQueries, useRotateKey } from '../../../shared/data/builds.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { IconKey } from '../../../shared/ui/icons/key.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { useLatestBuilds } from '../builds/use-latest-builds.ts';

/** The public keys with which games verify builds; owners and admins make a new one. */
export function PublicKeys({ instanceId }: { instanceId: number }) {
  useLatestBuilds(instanceId);
  const keys = useQuery(buildQueries.keys(useRequest(), instanceId));
  const context = useInstanceContext();
  const workspace = useWorkspacesWithRole()?.find(({ id }) => id === context?.workspace.id);
  return (
    <section>
      <Title order={2} size="md" mb={4}>
        Public keys
      </Title>
      <Text c="dimmed" size="sm" mb="xs">
        Builds of this project are signed with Ed25519. Put the public key into the game: it is no secret.
      </Text>
      {keys.data ? (
        <Stack gap="xs">
          {keys.data.map(({ id, public_key, created_at, signs }) => (
            <div key={id}>
              <CopyBox label={`Key ${id}`} value={public_key} />
              <Text size="xs" c="dimmed" mt={2}>
                {dateTime(created_at)}
                {signs ? ', signs new builds' : ', verifies earlier builds only'}
              </Text>
            </div>
          ))}
          {keys.data.length === 0 && <Text size="sm">The first export makes a key.</Text>}
          {context && workspace && (
            <NewKey
              workspace={workspace}
              project={context.project}
              instanceId={instanceId}
              isFirst={keys.data.length === 0}
            />
          )}
        </Stack>
      ) : (
        <NotLoaded query={keys} title="The public keys could not be loaded">
          <Skeleton height="var(--qm-control)" aria-hidden />
        </NotLoaded>
      )}
    </section>
  );
}

interface NewKeyProps {
  workspace: WorkspaceWithRole;
  project: Project;
  instanceId: number;
  isFirst: boolean;
}

function NewKey({ workspace, project, instanceId, isFirst }: NewKeyProps) {
  const refusal = useRefusal(signingKeys.rotate, workspace, project);
  const { mutateAsync } = useRotateKey({ projectId: project.id, instanceId });
  const [isAsking, setAsking] = useState(false);
  const [retires, setRetires] = useState(false);
  if (refusal !== null) return null;
  const ask = () => {
    setRetires(false);
    setAsking(true);
  };
  const rotate = async () => {
    await mutateAsync(!retires);
    setAsking(false);
  };
  return (
    <div>
      <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={ask}>
        New key
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="New key"
        message={
          <Stack gap="xs">
            <Text size="sm">
              All instances of {project.name} sign new builds with it.
              {!isFirst && ' Earlier builds stay verifiable with their keys.'}
            </Text>
            {!isFirst && (
              <Checkbox
                label="Stop signing with the previous key"
                description="Choose this if it is no longer secret. Games that know only that key refuse new builds from then on."
                checked={retires}
                onChange={(event) => setRetires(event.currentTarget.checked)}
              />
            )}
          </Stack>
        }
        confirmLabel="Yes, make a new key"
        cancelLabel="Cancel"
        onCancel={() => setAsking(false)}
        onConfirm={rotate}
      />
    </div>
  );
}
