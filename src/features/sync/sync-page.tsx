import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useFocusFallback } from '../../shared/ui/hooks/use-focus-fallback.ts';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import classes from './sync.module.css';

interface SyncPageProps extends ComponentProps<typeof PageHeader> {
  children: ReactNode;
  /** What the buttons of the page open; one that stays until its button is gone calls `onClosed`. */
  dialogs: (onClosed: () => void) => ReactNode;
}

/** A page as high as the window, which gets the focus once the button that had it is gone with what it has started. */
export function SyncPage({ children, dialogs, ...header }: SyncPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const { props, onClosed } = useFocusFallback(page);
  return (
    <>
      <div ref={page} className={classes.page} tabIndex={-1} {...props}>
        <PageHeader {...header} />
        {children}
      </div>
      {/* Not in it, as their events would be those of the page. */}
      {dialogs(onClosed)}
    </>
  );
}
