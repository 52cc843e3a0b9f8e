import { memo, useState } from 'react';
import { IconDownload } from '../../../../shared/ui/icons/download.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { PlainButton } from '../../../../shared/ui/plain/plain-button.tsx';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import type { ExportMenuProps } from './export-menu.tsx';
import type { WantedItems } from './use-export-items.ts';

const ExportMenu = lazyPart<ExportMenuProps>(() => import('./export-menu.tsx').then((m) => m.ExportMenu));

interface ExportButtonProps {
  instanceId: number;
  templateId: string;
  /** The name of the button, which begins with its text. */
  label: `Export ${string}`;
  /** The items at the time of the click. */
  itemsToExport: () => WantedItems;
  addressed?: (() => WantedItems) | undefined;
}

/** Exports items as a file, in a form that the user chooses. */
export const ExportButton = memo(function ExportButton(props: ExportButtonProps) {
  const menu = useLazyPopup('menu');
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <PlainButton
        {...menu.button}
        isCompact
        icon={<IconDownload size={16} aria-hidden />}
        aria-label={props.label}
        title={props.label}
        isBusy={isExporting}
      >
        Export
      </PlainButton>
      {menu.isNear && <ExportMenu {...props} menu={menu} onExporting={setExporting} />}
    </>
  );
});
