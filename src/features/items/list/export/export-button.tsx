import { Button, Loader } from '@mantine/core';
import { memo, useState } from 'react';
import { iconToolButton, toolButton } from '../../../../shared/ui/compact.ts';
import { IconDownload } from '../../../../shared/ui/icons/download.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useOfferedMenu } from '../../../../shared/ui/popup/offered-menu.ts';
import type { ExportMenuProps } from './export-menu.tsx';
import type { WantedItems } from './use-export-items.ts';

const ExportMenu = lazyPart<ExportMenuProps>(() => import('./export-menu.tsx').then((m) => m.ExportMenu));

interface ExportButtonProps {
  instanceId: number;
  templateId: string;
  /** The name of the button, which begins with its text. */
  label: `Export ${string}`;
  /** Without words, among many buttons. */
  isIcon?: boolean;
  /** The items at the time of the click. */
  itemsToExport: () => WantedItems;
  addressed?: (() => WantedItems) | undefined;
}

/** Exports items as a file, in a form that the user chooses. */
export const ExportButton = memo(function ExportButton(props: ExportButtonProps) {
  const menu = useOfferedMenu();
  const [isExporting, setExporting] = useState(false);
  const icon = isExporting ? (
    <Loader size={16} color="currentColor" aria-hidden />
  ) : (
    <IconDownload size={16} aria-hidden />
  );
  return (
    <>
      <Button
        {...menu.button}
        {...(props.isIcon ? iconToolButton : toolButton)}
        leftSection={props.isIcon ? undefined : icon}
        aria-label={props.label}
        title={props.label}
        disabled={isExporting}
        aria-busy={isExporting}
      >
        {props.isIcon ? icon : 'Export'}
      </Button>
      {menu.isNear && <ExportMenu {...props} menu={menu} onExporting={setExporting} />}
    </>
  );
});
