import { Group, Text, Title } from '@mantine/core';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import {
  type GameClient,
  type GameLanguage,
  gameClients,
  gameLanguages,
} from '@quartermaster/contract/game-languages.ts';
import { useMutation } from '@tanstack/react-query';
import { Can } from '../../../shared/access/can.tsx';
import { readFileAnswer } from '../../../shared/http/read-answer.ts';
import { useFileCall } from '../../../shared/services/file-call.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { IconDownload } from '../../../shared/ui/icons/download.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';

const languages = Object.keys(gameLanguages) as GameLanguage[];
const clients = Object.keys(gameClients) as GameClient[];

/** Downloads the types of the exported files, and clients that read builds, for the game. */
export function GameTypes({ instanceId }: { instanceId: number }) {
  return (
    <Can do={gameTypes.get}>
      <section>
        <Title order={2} size="md" mb={4}>
          Types for your game
        </Title>
        <Text c="dimmed" size="sm" mb="xs">
          The types of the files that an export would write now. Download them again after templates have changed.
        </Text>
        <Group gap="xs">
          {languages.map((language) => (
            <DownloadSource
              key={language}
              of={gameLanguages[language]}
              from={gameTypes.get}
              params={{ instanceId, language }}
            />
          ))}
        </Group>
        <Text c="dimmed" size="sm" mt="sm" mb="xs">
          A client of one file that reads the builds of a channel, and verifies them.
        </Text>
        <Group gap="xs">
          {clients.map((client) => (
            <DownloadSource
              key={client}
              of={gameClients[client]}
              from={gameTypes.getClient}
              params={{ instanceId, client }}
            />
          ))}
        </Group>
      </section>
    </Can>
  );
}

interface DownloadSourceProps {
  of: { label: string; file: string };
  from: Endpoint;
  params: Record<string, string | number>;
}

function DownloadSource({ of: { label, file }, from, params }: DownloadSourceProps) {
  const call = useFileCall();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(file, await readFileAnswer(await call(from, { params }))),
    meta: { of: 'downloadFile' },
  });
  return (
    <BusyButton leftSection={<IconDownload size={16} aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      {label}
    </BusyButton>
  );
}
