import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { InstanceContext } from '../../../shared/access/instance-context.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { EnvBadge, environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { IconSelector } from '../../../shared/ui/icons/selector.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { noTranslate } from '../../../shared/ui/no-translate.ts';
import { useLazyPopup } from '../../../shared/ui/popup/lazy-popup.tsx';
import { PopupPanel } from '../../../shared/ui/popup/popup-panel.ts';
import { EnvironmentLinks } from './environment-links.tsx';
import classes from './instance-switcher.module.css';

const InstanceForm = lazyPart(() => import('./instance-form.tsx').then((m) => m.InstanceForm));

interface InstanceSwitcherProps {
  context: InstanceContext | null;
  /** True where there is not enough room for all environments. */
  isNarrow: boolean;
}

/** Shows the current project and instance, and switches them. */
export function InstanceSwitcher({ context, isNarrow }: InstanceSwitcherProps) {
  const queries = useQueryClient();
  const popup = useLazyPopup('dialog');
  const toggle = () => {
    // Another user may have added a project in the meantime.
    if (!popup.isOpen) void queries.invalidateQueries({ queryKey: queryKeys.workspaces.all });
    popup.button.onClick();
  };
  const hasLinks = !isNarrow && (context?.project.instances.length ?? 0) > 1;
  return (
    <>
      <UnstyledButton {...popup.button} className={classes.trigger} onClick={toggle}>
        {context ? (
          <>
            <VisuallyHidden>Change instance: </VisuallyHidden>
            <span {...noTranslate(classes.project)} title={`${context.workspace.name} / ${context.project.name}`}>
              {context.project.name}
            </span>
            {hasLinks ? (
              <VisuallyHidden>{environmentLabel(context.env)}</VisuallyHidden>
            ) : (
              <EnvBadge env={context.env} />
            )}
          </>
        ) : (
          <span className={classes.project}>Choose an instance</span>
        )}
        <IconSelector size={16} aria-hidden="true" />
      </UnstyledButton>
      {context && hasLinks && <EnvironmentLinks context={context} onDirty={toggle} />}
      {popup.isNear && (
        <PopupPanel popup={popup} position="bottom-start" width={320} shadow="md" label="Change instance">
          {popup.isOpen && <InstanceForm context={context} onDone={popup.close} />}
        </PopupPanel>
      )}
    </>
  );
}
