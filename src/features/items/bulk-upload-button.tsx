import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Can } from '../../shared/access/can.tsx';
import { IconPhotoUp } from '../../shared/ui/icons/photo-up.ts';
import { buttonLook } from '../../shared/ui/plain/plain-button.tsx';
import { PlainLink } from '../../shared/ui/plain-link.tsx';

interface BulkUploadButtonProps {
  instanceId: number;
  templateId: string;
}

/** Links from the list of images to the bulk upload, for users who can create items here. */
export function BulkUploadButton({ instanceId, templateId }: BulkUploadButtonProps) {
  if (templateId !== imageTemplate.id) return null;
  return (
    <Can do={newItem}>
      <PlainLink
        {...buttonLook({ icon: 'start', isCompact: true })}
        to={pathTo(paths.imageUpload, { instanceId })}
        hasBackLink
        title="Bulk upload"
      >
        <IconPhotoUp size={16} aria-hidden />
        Bulk upload
      </PlainLink>
    </Can>
  );
}
