import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Can } from '../../shared/access/can.tsx';
import { onlyIfWide } from '../../shared/ui/compact.ts';
import { IconUpload } from '../../shared/ui/icons/upload.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';

interface ImportButtonProps {
  instanceId: number;
  templateId: string;
}

/** Links from a list to the import of items; images are uploaded instead. */
export function ImportButton({ instanceId, templateId }: ImportButtonProps) {
  if (templateId === imageTemplate.id) return null;
  return (
    <Can do={imports.upload}>
      <LinkButton
        variant="default"
        className={onlyIfWide}
        leftSection={<IconUpload size={16} aria-hidden />}
        to={pathTo(paths.importItems, { instanceId, templateId })}
        hasBackLink
        title="Import items from a file"
      >
        Import
      </LinkButton>
    </Can>
  );
}
