import { Button } from '@mantine/core';
import { reports } from '@quartermaster/contract/reports.ts';
import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useInstanceId } from '../../shared/session/active-instance.ts';
import { Can } from '../../shared/session/can.tsx';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** Starts an export of the active instance, for whoever may. */
export function ExportButton() {
  const instanceId = useInstanceId();
  const [isOpen, setOpen] = useState(false);
  if (instanceId === 0) return null;
  return (
    <Can do={reports.start}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconFileExport size={16} />}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog instanceId={instanceId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
}
