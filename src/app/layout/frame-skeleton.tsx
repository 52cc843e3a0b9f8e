import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { chromeAtom } from '../../shared/services/chrome.ts';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { Mark } from '../../shared/ui/mark.tsx';
import classes from './frame.module.css';
import { SidebarPane } from './sidebar/sidebar-pane.tsx';
import { SidebarSkeleton } from './sidebar/sidebar-skeleton.tsx';

/** Placeholder for the layout until the user is loaded; with children in place of the page. */
export function FrameSkeleton({ children }: { children?: ReactNode }) {
  const chrome = useAtomValue(chromeAtom);
  return (
    <div className={classes.frame} aria-busy="true">
      {chrome.header && (
        <div className={classes.header}>
          <Mark />
        </div>
      )}
      <div className={classes.body}>
        {chrome.sidebar && (
          <SidebarPane label="Main">
            <Delayed>
              <SidebarSkeleton />
            </Delayed>
          </SidebarPane>
        )}
        {children}
      </div>
    </div>
  );
}
