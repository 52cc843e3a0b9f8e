import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useFocusFallback } from '../../shared/ui/hooks/use-focus-fallback.ts';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import classes from './sync.module.css';

interface SyncPageProps extends ComponentProps<typeof PageHeader> {
  children: ReactNode;
  /** The dialogs and panels of the page's buttons; one that outlives its button calls `onClosed`. */
  dialogs: (onClosed: () => void) => ReactNode;
}

/** A page as high as the window, which gets the focus if the focused button unmounts. */
export function SyncPage({ children, dialogs, ...header }: SyncPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const { props, onClosed } = useFocusFallback(page);
  return (
    <>
      <div ref={page} className={classes.page} tabIndex={-1} {...props}>
        <PageHeader {...header} />
        {children}
      </div>
      {/* Outside the page element, as their events would bubble to it. */}
      {dialogs(onClosed)}
    </>
  );
}
