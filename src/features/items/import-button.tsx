import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Can } from '../../shared/access/can.tsx';
import { IconUpload } from '../../shared/ui/icons/upload.ts';
import { buttonLook } from '../../shared/ui/plain/plain-button.tsx';
import { PlainLink } from '../../shared/ui/plain-link.tsx';

interface ImportButtonProps {
  instanceId: number;
  templateId: string;
}

/** Links from a list to the import of items; images are uploaded instead. */
export function ImportButton({ instanceId, templateId }: ImportButtonProps) {
  if (templateId === imageTemplate.id) return null;
  return (
    <Can do={imports.upload}>
      <PlainLink
        {...buttonLook({ icon: 'start', isCompact: true })}
        to={pathTo(paths.importItems, { instanceId, templateId })}
        hasBackLink
        title="Import items from a file"
      >
        <IconUpload size={16} aria-hidden />
        Import
      </PlainLink>
    </Can>
  );
}
