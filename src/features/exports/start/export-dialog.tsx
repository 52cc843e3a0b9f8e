import { Group, Text } from '@mantine/core';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useStartExport } from '../../../shared/data/reports.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { ExportChanges } from './export-changes.tsx';

interface ExportDialogProps {
  opened: boolean;
  instanceId: number;
  onClose: () => void;
}

/** Confirms an export, and explains where its files will be. */
export function ExportDialog({ opened, instanceId, onClose }: ExportDialogProps) {
  const start = useStartExport(instanceId);
  const place = useInstanceContext();
  const confirm = async () => {
    await start.mutateAsync();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Export"
      message={
        <>
          {place && (
            <Group gap="xs">
              <Text fw={600}>{place.project.name}</Text>
              <EnvBadge env={place.env} />
            </Group>
          )}
          <Text size="sm">Are you sure you want to export? This process may take some time.</Text>
          <ExportChanges instanceId={instanceId} />
          <Text c="dimmed" size="sm">
            Games read the last completed export. You find the files under Dashboard → Exported data.
          </Text>
        </>
      }
      confirmLabel="Yes, export"
      cancelLabel="Cancel"
      onCancel={onClose}
      onConfirm={confirm}
    />
  );
}
