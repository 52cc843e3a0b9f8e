import { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { useEffect, useState } from 'react';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import { IconFileTypeCsv } from '../../../../shared/ui/icons/file-type-csv.ts';
import { IconFileTypeXls } from '../../../../shared/ui/icons/file-type-xls.ts';
import { IconJson } from '../../../../shared/ui/icons/json.ts';
import { IconLink } from '../../../../shared/ui/icons/link.ts';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../../shared/ui/lazy/use-has-opened.ts';
import { ActionMenu } from '../../../../shared/ui/popup/action-menu.ts';
import type { LazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import type { AddressesDialogProps } from './addresses-dialog.tsx';
import { type SheetFile, useExportItems, type WantedItems } from './use-export-items.ts';

const AddressesDialog = lazyDialog<AddressesDialogProps>(() =>
  import('./addresses-dialog.tsx').then((m) => m.AddressesDialog),
);

export interface ExportMenuProps {
  instanceId: number;
  templateId: string;
  itemsToExport: () => WantedItems;
  /** What an address of the list reads; undefined if none can be made. */
  addressed?: (() => WantedItems) | undefined;
  menu: LazyPopup;
  onExporting: (isExporting: boolean) => void;
}

const files = [
  { file: 'csv', label: 'CSV', Icon: IconFileTypeCsv },
  { file: 'xlsx', label: 'Excel (XLSX)', Icon: IconFileTypeXls },
  { file: 'json', label: 'JSON', Icon: IconJson },
] as const satisfies { file: SheetFile; label: string; Icon: unknown }[];

/** The forms of an export, and the addresses of the list. */
export function ExportMenu({ instanceId, templateId, itemsToExport, addressed, menu, onExporting }: ExportMenuProps) {
  const { mutate, isPending } = useExportItems(instanceId, templateId);
  const hasAddresses = useRefusal(sheetAddresses.list) === null && addressed !== undefined;
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  useEffect(() => onExporting(isPending), [isPending, onExporting]);
  const actions = files.map(({ file, label, Icon }) => ({
    label,
    Icon,
    onClick: () => mutate({ file, exported: itemsToExport() }),
  }));
  const addresses = { label: 'Addresses for sheets', Icon: IconLink, onClick: () => setOpen(true) };
  return (
    <>
      <ActionMenu menu={menu} actions={hasAddresses ? [...actions, addresses] : actions} />
      {addressed && isMounted && (
        <AddressesDialog
          instanceId={instanceId}
          templateId={templateId}
          opened={isOpen}
          onClose={() => setOpen(false)}
          newAddress={addressed}
        />
      )}
    </>
  );
}
