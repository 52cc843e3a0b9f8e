import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../../shared/session/services.ts';
import { MainPart } from '../../shared/ui/main-part.tsx';
import { useNarrow } from '../../shared/ui/use-narrow.ts';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { SidebarPane } from './sidebar-pane.tsx';
import type { Bootstrap } from './use-bootstrap.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Header, sidebar and page. */
export function Frame({ bootstrap, children }: { bootstrap: Bootstrap; children: ReactNode }) {
  const { root } = useServices();
  const isNarrow = useNarrow(root);
  const main = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useKeptFocus(main);
  // Open at one place of the history: going anywhere else closes the drawer by itself.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <div className={classes.frame}>
      <Button className={classes.skip ?? ''} size="compact-sm" onClick={() => main.current?.focus()}>
        Skip to content
      </Button>
      <Header bootstrap={bootstrap} {...(isNarrow ? { openSidebar: () => setOpenedAt(key) } : {})} />
      <div className={classes.body}>
        {isNarrow ? (
          <SidebarDrawer opened={openedAt === key} onClose={() => setOpenedAt(null)}>
            <Sidebar />
          </SidebarDrawer>
        ) : (
          <SidebarPane>
            <Sidebar />
          </SidebarPane>
        )}
        <MainPart className={classes.main} ref={main} tabIndex={-1}>
          {children}
        </MainPart>
      </div>
    </div>
  );
}
