import { Button } from '@mantine/core';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { imageTemplate } from '@quartermaster/contract/endpoints/templates.ts';
import { IconPhotoUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { Can } from '../../shared/access/can.tsx';
import { compactButton } from '../../shared/ui/compact.ts';

interface BulkUploadButtonProps {
  instanceId: number;
  templateId: string;
  /** The URL of the list in its current state. */
  back: string;
}

/** Links from the list of images to the upload of many of them, for those who may create items here. */
export function BulkUploadButton({ instanceId, templateId, back }: BulkUploadButtonProps) {
  if (templateId !== imageTemplate.id) return null;
  return (
    <Can do={newItem}>
      <Button
        component={Link}
        to={`/instance/${instanceId}/templates/${imageTemplate.id}/items/upload`}
        state={{ back }}
        variant="default"
        classNames={compactButton}
        title="Bulk upload"
        leftSection={<IconPhotoUp size={16} aria-hidden />}
      >
        Bulk upload
      </Button>
    </Can>
  );
}
