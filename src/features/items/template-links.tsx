import { ActionIcon, Button } from '@mantine/core';
import { imageTemplate, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { IconCopyPlus, IconDots, IconForms } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { compactButton } from '../../shared/ui/compact.ts';
import { ActionMenu } from '../../shared/ui/popup/action-menu.ts';
import { useLazyPopup } from '../../shared/ui/popup/lazy-popup.tsx';

interface TemplateLinksProps {
  instanceId: number;
  templateId: string;
  /** The URL of the list in its current state. */
  back: string;
}

/** Links from a list to its template: edit, copy or view. The reserved template has none. */
export function TemplateLinks({ instanceId, templateId, back }: TemplateLinksProps) {
  const refusal = useRefusal(templates.save);
  const place = useInstanceContext();
  const menu = useLazyPopup('menu');
  // Wait for the environment as well: otherwise the button would briefly say "View" to somebody who may edit.
  if (templateId === imageTemplate.id || refusal === 'unknown' || place === null) return null;
  const path = `/instance/${instanceId}/templates/${templateId}`;
  const canSave = refusal === null;
  const title = canSave ? 'Edit template' : 'View template';
  return (
    <>
      {canSave && (
        <ActionIcon {...menu.button} variant="default" size={36} aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      )}
      {canSave && menu.isNear && (
        <ActionMenu
          menu={menu}
          withinPortal={false}
          actions={[{ label: 'Copy template', Icon: IconCopyPlus, to: `${path}/copy` }]}
          state={{ back }}
        />
      )}
      <Button
        component={Link}
        to={`${path}/edit`}
        state={{ back }}
        variant="default"
        classNames={compactButton}
        title={title}
        leftSection={<IconForms size={16} aria-hidden />}
      >
        {title}
      </Button>
    </>
  );
}
