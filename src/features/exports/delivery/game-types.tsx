import { Group, Text, Title } from '@mantine/core';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { type GameLanguage, gameLanguages } from '@quartermaster/contract/game-languages.ts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Can } from '../../../shared/access/can.tsx';
import { readFileAnswer } from '../../../shared/http/read-answer.ts';
import { useFileCall } from '../../../shared/services/file-call.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';

const languages = Object.keys(gameLanguages) as GameLanguage[];

/** Downloads the types of the exported files for the game that reads them. */
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
            <DownloadTypes key={language} instanceId={instanceId} language={language} />
          ))}
        </Group>
      </section>
    </Can>
  );
}

function DownloadTypes({ instanceId, language }: { instanceId: number; language: GameLanguage }) {
  const call = useFileCall();
  const { label, file } = gameLanguages[language];
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await call(gameTypes.get, { params: { instanceId, language } });
      saveFile(file, await readFileAnswer(response));
    },
    meta: { of: 'downloadFile' },
  });
  return (
    <BusyButton leftSection={<IconDownload size={16} aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      {label}
    </BusyButton>
  );
}
