import { memo } from 'react';
import { IconLayoutList } from '../../../../shared/ui/icons/layout-list.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { PlainButton } from '../../../../shared/ui/plain/plain-button.tsx';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import classes from './views.module.css';
import type { ViewsMenuProps } from './views-menu.tsx';

const ViewsMenu = lazyPart<ViewsMenuProps>(() => import('./views-menu.tsx').then((m) => m.ViewsMenu));

/** The name of what the list shows of a template, and the list of its saved views. Memoized so that new rows do not rerender it. */
export const ViewsButton = memo(function ViewsButton(props: Omit<ViewsMenuProps, 'popup'>) {
  const { view, isChanged, isUnknown } = props;
  const popup = useLazyPopup('dialog');
  const label = view || !isUnknown ? `View: ${view?.name ?? 'All items'}${isChanged ? ', changed' : ''}` : 'View';
  return (
    <>
      <PlainButton
        {...popup.button}
        isCompact
        icon={<IconLayoutList size={16} aria-hidden />}
        aria-label={label}
        title={label}
      >
        {view && (
          <>
            <span className={classes.name}>{view.name}</span>
            {isChanged && <span className={classes.changed} aria-hidden />}
          </>
        )}
      </PlainButton>
      {popup.isNear && <ViewsMenu {...props} popup={popup} />}
    </>
  );
});
