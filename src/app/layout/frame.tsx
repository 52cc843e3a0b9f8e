import { useAtomValue } from 'jotai';
import { memo, type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { chromeAtom } from '../../shared/services/chrome.ts';
import { useServices } from '../../shared/services/services.ts';
import { useNarrow } from '../../shared/ui/hooks/use-narrow.ts';
import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';
import { InFrame } from '../../shared/ui/page/in-frame.ts';
import { MainPart } from '../../shared/ui/page/main-part.tsx';
import { useApp } from '../context/app-context.ts';
import type { Bootstrap } from './bootstrap.ts';
import classes from './frame.module.css';
import { BareHeader } from './header/bare-header.tsx';
import { Header } from './header/header.tsx';
import { PaletteKeys } from './palette/palette-keys.tsx';
import { isSettingsPath } from './settings-pages.ts';
import { SettingsSidebar } from './sidebar/settings-sidebar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SidebarPane } from './sidebar/sidebar-pane.tsx';
import { usePageFocus } from './use-page-focus.ts';

const SidebarDrawer = lazyPart(() => import('./sidebar/sidebar-drawer.tsx').then((m) => m.SidebarDrawer));

const HostMenu = lazyPart(() => import('./host-menu.tsx').then((m) => m.HostMenu), { isQuiet: true });

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

/** The layout of header, sidebar and page; the host may hide header and sidebar. Memoized, as the first answers often change nothing. */
export const Frame = memo(function Frame({ bootstrap, isSuccessor, children }: FrameProps) {
  const { root } = useServices();
  const { props } = useApp();
  const isNarrow = useNarrow(root);
  const main = useRef<HTMLDivElement>(null);
  const { key, pathname } = useLocation();
  const sidebar = isSettingsPath(pathname) ? sidebars.settings : sidebars.main;
  usePageFocus(main, isSuccessor);
  const chrome = useAtomValue(chromeAtom);
  const env = useInstanceContext()?.env;
  // The history entry at which the drawer was opened: any navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const openSidebar = chrome.sidebar && isNarrow ? () => setOpenedAt(key) : undefined;
  const hasSkip = chrome.header || (chrome.sidebar && !isNarrow);
  return (
    <div className={classes.frame} {...(chrome.header ? {} : { 'data-env': env })}>
      <PaletteKeys bootstrap={bootstrap} />
      {props.onMenu && <HostMenu />}
      {hasSkip && (
        <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
          Skip to content
        </button>
      )}
      {chrome.header ? (
        <Header bootstrap={bootstrap} isNarrow={isNarrow} openSidebar={openSidebar} />
      ) : (
        <BareHeader bootstrap={bootstrap} openSidebar={openSidebar} />
      )}
      <div className={classes.body}>
        {openSidebar && (
          <SidebarDrawer opened={openedAt === key} onClose={() => setOpenedAt(null)} label={sidebar.label}>
            <sidebar.Content />
          </SidebarDrawer>
        )}
        {chrome.sidebar && !isNarrow && (
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
});
