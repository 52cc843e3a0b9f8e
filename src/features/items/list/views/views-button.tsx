import { Button } from '@mantine/core';
import { memo } from 'react';
import { quietButton, wordsIfWide } from '../../../../shared/ui/compact.ts';
import { IconChevronDown } from '../../../../shared/ui/icons/chevron-down.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import classes from './views.module.css';
import type { ViewsMenuProps } from './views-menu.tsx';

const ViewsMenu = lazyPart<ViewsMenuProps>(() => import('./views-menu.tsx').then((m) => m.ViewsMenu));

/** Opens the list of a template's saved views. Memoized so that new rows do not rerender it. */
export const ViewsButton = memo(function ViewsButton(props: Omit<ViewsMenuProps, 'popup'>) {
  const { views, error, view, isChanged, isUnknown } = props;
  const popup = useLazyPopup('dialog');
  const label = view || !isUnknown ? `Views: ${view?.name ?? 'All items'}${isChanged ? ', changed' : ''}` : 'Views';
  return (
    <>
      <Button
        {...popup.button}
        {...quietButton}
        size="compact-sm"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        classNames={{ section: classes.chevron, label: wordsIfWide }}
        // The tabs, which come with the views, move it.
        style={{ visibility: views || error ? undefined : 'hidden' }}
        aria-label={label}
        title="Saved views"
      >
        Views
      </Button>
      {popup.isNear && <ViewsMenu {...props} popup={popup} />}
    </>
  );
});
