import { Group, Text, TextInput } from '@mantine/core';
import { gameVersionPattern, wrongGameVersion } from '@quartermaster/contract/game-version.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { buildQueries } from '../../../shared/data/builds.ts';
import { useStartExport } from '../../../shared/data/reports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { ExportChanges } from './export-changes.tsx';

const isVersion = new RegExp(gameVersionPattern);

interface ExportDialogProps {
  opened: boolean;
  instanceId: number;
  onClose: () => void;
}

/** Confirms an export, and explains where its files will be. */
export function ExportDialog({ opened, instanceId, onClose }: ExportDialogProps) {
  const start = useStartExport(instanceId);
  const context = useInstanceContext();
  const { data: last } = useQuery({ ...buildQueries.last(useRequest(), instanceId), enabled: opened });
  // Undefined until it is changed: then the server takes that of the last build.
  const [typed, setTyped] = useState<string>();
  const [wasOpened, setWasOpened] = useState(opened);
  if (wasOpened !== opened) {
    setWasOpened(opened);
    if (opened) setTyped(undefined);
  }
  const version = typed ?? last?.smallest_game_version ?? '';
  const isValid = version.trim() === '' || isVersion.test(version.trim());
  const confirm = async () => {
    await start.mutateAsync(typed === undefined ? {} : { smallest_game_version: typed.trim() || null });
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Export"
      message={
        <>
          {context && (
            <Group gap="xs">
              <Text fw={600}>{context.project.name}</Text>
              <EnvBadge env={context.env} />
            </Group>
          )}
          <Text size="sm">Are you sure you want to export? This process may take some time.</Text>
          <ExportChanges instanceId={instanceId} />
          <TextInput
            label="Smallest game version"
            description="Optional. Earlier versions of the game keep the build before."
            placeholder="any"
            autoComplete="off"
            value={version}
            error={!isValid && wrongGameVersion}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Text c="dimmed" size="sm">
            Games read the last completed export. You find the files under Dashboard → Exported data.
          </Text>
        </>
      }
      isReady={isValid}
      confirmLabel="Yes, export"
      cancelLabel="Cancel"
      onCancel={onClose}
      onConfirm={confirm}
    />
  );
}
