import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../../shared/services/services.ts';
import { useNarrow } from '../../shared/ui/hooks/use-narrow.ts';
import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';
import { InFrame } from '../../shared/ui/page/in-frame.ts';
import { MainPart } from '../../shared/ui/page/main-part.tsx';
import type { Bootstrap } from './bootstrap.ts';
import classes from './frame.module.css';
import { Header } from './header/header.tsx';
import { isSettingsPath } from './settings-pages.ts';
import { SettingsSidebar } from './sidebar/settings-sidebar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SidebarPane } from './sidebar/sidebar-pane.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const SidebarDrawer = lazyPart(() => import('./sidebar/sidebar-drawer.tsx').then((m) => m.SidebarDrawer));

const sidebars = {
  main: { label: 'Main', Content: Sidebar },
  settings: { label: 'Settings', Content: SettingsSidebar },
};

interface FrameProps {
  bootstrap: Bootstrap;
  /** True if the layout was shown for another instance before. */
  isSuccessor: boolean;
  children: ReactNode;
}

/** The layout of header, sidebar and page. */
export function Frame({ bootstrap, isSuccessor, children }: FrameProps) {
  const { root } = useServices();
  const isNarrow = useNarrow(root);
  const main = useRef<HTMLDivElement>(null);
  const { key, pathname } = useLocation();
  const sidebar = isSettingsPath(pathname) ? sidebars.settings : sidebars.main;
  useKeptFocus(main, isSuccessor);
  // The history entry at which the drawer was opened: any navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <div className={classes.frame}>
      <Button className={classes.skip ?? ''} size="compact-sm" onClick={() => main.current?.focus()}>
        Skip to content
      </Button>
      <Header bootstrap={bootstrap} {...(isNarrow ? { openSidebar: () => setOpenedAt(key) } : {})} />
      <div className={classes.body}>
        {isNarrow ? (
          <SidebarDrawer opened={openedAt === key} onClose={() => setOpenedAt(null)} label={sidebar.label}>
            <sidebar.Content />
          </SidebarDrawer>
        ) : (
          <SidebarPane label={sidebar.label}>
            <sidebar.Content />
          </SidebarPane>
        )}
        <MainPart className={classes.main} ref={main} tabIndex={-1}>
          <InFrame value={true}>{children}</InFrame>
        </MainPart>
      </div>
    </div>
  );
}
