import { IconLayoutList } from '@tabler/icons-react';
import { memo } from 'react';
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
  const name = view?.name ?? 'All items';
  const isNamed = view !== undefined || !isUnknown;
  const label = isNamed ? `View: ${name}${isChanged ? ', changed' : ''}` : 'View';
  return (
    <>
      <PlainButton
        {...popup.button}
        isCompact
        icon={<IconLayoutList size={16} aria-hidden />}
        aria-label={label}
        title={label}
      >
        {/* Takes its room until it is known, so that nothing moves in most lists. */}
        <span className={classes.name} data-unknown={!isNamed || undefined}>
          {name}
        </span>
        {isChanged && <span className={classes.changed} aria-hidden />}
      </PlainButton>
      {popup.isNear && <ViewsMenu {...props} popup={popup} />}
    </>
  );
});
