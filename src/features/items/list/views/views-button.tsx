import { ActionIcon } from '@mantine/core';
import { memo } from 'react';
import { IconChevronDown } from '../../../../shared/ui/icons/chevron-down.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import type { ViewsMenuProps } from './views-menu.tsx';

const ViewsMenu = lazyPart<ViewsMenuProps>(() => import('./views-menu.tsx').then((m) => m.ViewsMenu));

/** Opens the list of a template's saved views. Memoized so that new rows do not rerender it. */
export const ViewsButton = memo(function ViewsButton(props: Omit<ViewsMenuProps, 'popup'>) {
  const { view, isChanged, isUnknown } = props;
  const popup = useLazyPopup('dialog');
  const label = view || !isUnknown ? `View: ${view?.name ?? 'All items'}${isChanged ? ', changed' : ''}` : 'View';
  return (
    <>
      <ActionIcon {...popup.button} variant="subtle" color="gray" aria-label={label} title="Saved views">
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      {popup.isNear && <ViewsMenu {...props} popup={popup} />}
    </>
  );
});
