import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Can } from '../../shared/access/can.tsx';
import { compactButton } from '../../shared/ui/compact.ts';
import { IconPhotoUp } from '../../shared/ui/icons/photo-up.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';

interface BulkUploadButtonProps {
  instanceId: number;
  templateId: string;
}

/** Links from the list of images to the bulk upload, for users who can create items here. */
export function BulkUploadButton({ instanceId, templateId }: BulkUploadButtonProps) {
  if (templateId !== imageTemplate.id) return null;
  return (
    <Can do={newItem}>
      <LinkButton
        variant="default"
        classNames={compactButton}
        leftSection={<IconPhotoUp size={16} aria-hidden />}
        to={pathTo(paths.imageUpload, { instanceId })}
        hasBackLink
        title="Bulk upload"
      >
        Bulk upload
      </LinkButton>
    </Can>
  );
}
