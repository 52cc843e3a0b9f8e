import { ActionIcon } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { onlyIfWide } from '../../shared/ui/compact.ts';
import { useNarrowWindow } from '../../shared/ui/hooks/use-narrow-window.ts';
import { IconCopyPlus } from '../../shared/ui/icons/copy-plus.ts';
import { IconDots } from '../../shared/ui/icons/dots.ts';
import { IconForms } from '../../shared/ui/icons/forms.ts';
import { IconHistory } from '../../shared/ui/icons/history.ts';
import { IconReplace } from '../../shared/ui/icons/replace.ts';
import { IconUpload } from '../../shared/ui/icons/upload.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { useBackState } from '../../shared/ui/page/use-back.ts';
import { ActionMenu } from '../../shared/ui/popup/action-menu.ts';
import type { LazyPopup } from '../../shared/ui/popup/lazy-popup.tsx';
import { useOfferedMenu } from '../../shared/ui/popup/offered-menu.ts';
import { texts } from '../../shared/ui/texts.ts';

interface TemplateLinksProps {
  instanceId: number;
  templateId: string;
}

/** Links from a list to its template (edit, copy or view), which the reserved template has none of, and to the changes of the instance. */
export function TemplateLinks({ instanceId, templateId }: TemplateLinksProps) {
  const refusal = useRefusal(templates.save);
  const context = useInstanceContext();
  const menu = useOfferedMenu();
  // Wait for the environment as well: otherwise the button would briefly say "View" to users who can edit.
  if (refusal === 'unknown' || context === null) return null;
  const hasTemplate = templateId !== imageTemplate.id;
  const canSave = refusal === null && hasTemplate;
  const title = canSave ? 'Edit template' : 'View template';
  return (
    <>
      <ActionIcon {...menu.button} variant="default" size="input-sm" aria-label="More actions">
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      {menu.isNear && (
        <MoreActions
          menu={menu}
          title={title}
          copyPath={canSave ? pathTo(paths.copyTemplate, { instanceId, templateId }) : undefined}
          instanceId={instanceId}
          templateId={templateId}
        />
      )}
      {hasTemplate && (
        <LinkButton
          variant="default"
          className={onlyIfWide}
          leftSection={<IconForms size={16} aria-hidden />}
          to={pathTo(paths.template, { instanceId, templateId })}
          hasBackLink
          title={title}
        >
          {title}
        </LinkButton>
      )}
    </>
  );
}

interface MoreActionsProps extends TemplateLinksProps {
  menu: LazyPopup;
  /** What can be done with the template. */
  title: string;
  copyPath: string | undefined;
}

/** Actions without a button; a phone has a button only for the main one. */
function MoreActions({ menu, title, copyPath, instanceId, templateId }: MoreActionsProps) {
  const isNarrow = useNarrowWindow() && templateId !== imageTemplate.id;
  const mayImport = useRefusal(imports.upload) === null;
  const mayReplace = useRefusal(replacements.apply) === null;
  const replacePath = `${paths.replace}?${new URLSearchParams({ template: templateId })}`;
  return (
    <ActionMenu
      menu={menu}
      withinPortal={false}
      actions={[
        ...(isNarrow
          ? [{ label: title, Icon: IconForms, to: pathTo(paths.template, { instanceId, templateId }) }]
          : []),
        ...(isNarrow && mayImport
          ? [{ label: 'Import', Icon: IconUpload, to: pathTo(paths.importItems, { instanceId, templateId }) }]
          : []),
        ...(copyPath === undefined ? [] : [{ label: 'Copy template', Icon: IconCopyPlus, to: copyPath }]),
        ...(mayReplace ? [{ label: texts.findAndReplace, Icon: IconReplace, to: replacePath }] : []),
        { label: texts.history, Icon: IconHistory, to: paths.changes },
      ]}
      state={useBackState()}
    />
  );
}
