import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { IconFileExport } from '../../../shared/ui/icons/file-export.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { PlainButton } from '../../../shared/ui/plain/plain-button.tsx';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx').then((m) => m.ExportDialog));

/** Starts an export of the active instance, for users with permission. */
export function ExportButton({ isNarrow }: { isNarrow: boolean }) {
  const instanceId = useInstanceId();
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  const open = () => setOpen(true);
  if (instanceId === 0) return null;
  return (
    <Can do={reports.start}>
      {isNarrow ? (
        <PlainButton
          look="quiet"
          size="md"
          icon={<IconFileExport size={18} aria-hidden />}
          aria-label="Export"
          title="Export"
          onClick={open}
        />
      ) : (
        <PlainButton size="md" icon={<IconFileExport size={16} aria-hidden />} onClick={open}>
          Export
        </PlainButton>
      )}
      {isMounted && <ExportDialog opened={isOpen} instanceId={instanceId} onClose={() => setOpen(false)} />}
    </Can>
  );
}
