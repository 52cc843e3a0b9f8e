import { Button } from '@mantine/core';
import { memo } from 'react';
import { compactButton } from '../../../../shared/ui/compact.ts';
import { IconLayoutList } from '../../../../shared/ui/icons/layout-list.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import classes from './views.module.css';
import type { ViewsMenuProps } from './views-menu.tsx';

const ViewsMenu = lazyPart<ViewsMenuProps>(() => import('./views-menu.tsx').then((m) => m.ViewsMenu));

/** The name of what the list shows of a template, and the list of its saved views. Memoized so that new rows do not rerender it. */
export const ViewsButton = memo(function ViewsButton(props: Omit<ViewsMenuProps, 'popup'>) {
  const { view, isChanged, isUnknown } = props;
  const popup = useLazyPopup('dialog');
  const label = view || !isUnknown ? `View: ${view?.name ?? 'All items'}${isChanged ? ', changed' : ''}` : 'View';
  const icon = <IconLayoutList size={16} aria-hidden />;
  return (
    <>
      <Button
        {...popup.button}
        variant="default"
        aria-label={label}
        title={label}
        {...(view ? { classNames: compactButton, leftSection: icon } : { px: 9 })}
        rightSection={view && isChanged && <span className={classes.changed} />}
      >
        {view ? <span className={classes.name}>{view.name}</span> : icon}
      </Button>
      {popup.isNear && <ViewsMenu {...props} popup={popup} />}
    </>
  );
});
