import { ActionIcon, Button } from '@mantine/core';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { offersActions } from '../../../shared/ui/actions/offered-actions.ts';
import { IconFileExport } from '../../../shared/ui/icons/file-export.ts';
import { lazyDialog } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((m) => m.ExportDialog));

/** Starts an export of the active instance, for users with permission. */
export function ExportButton({ isNarrow, isInHeader = false }: { isNarrow: boolean; isInHeader?: boolean }) {
  const instanceId = useInstanceId();
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  const open = () => setOpen(true);
  if (instanceId === 0) return null;
  return (
    <Can do={reports.start}>
      {isNarrow ? (
        <ActionIcon
          {...offersActions}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Export"
          title="Export"
          onClick={open}
        >
          <IconFileExport size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          {...offersActions}
          {...(isInHeader ? { variant: 'subtle', color: 'gray', h: 28, px: 8 } : { variant: 'default' })}
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={open}
        >
          Export
        </Button>
      )}
      {isMounted && <ExportDialog opened={isOpen} instanceId={instanceId} onClose={() => setOpen(false)} />}
    </Can>
  );
}
