import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type NotificationsStore, useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type createStore, Provider, useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import type { Connection } from '../shared/http/connection.ts';
import { type Services, ServicesContext } from '../shared/services/services.ts';
import { FloatingHumanCheck } from '../shared/ui/human-check/floating-human-check.tsx';
import { fetchLateCode } from '../shared/ui/lazy/late-code.ts';
import { lazyPart } from '../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../shared/ui/lazy/use-has-opened.ts';
import { ConfirmAgain } from './confirm-again.tsx';
import { ConnectionBanner } from './connection/connection-banner.tsx';
import { AppContext } from './context/app-context.ts';
import type { Breaks } from './context/breaks.ts';
import { type ColorSchemeControl, schemeAtom } from './context/color-scheme.ts';
import type { ConsoleProps } from './context/console-props.ts';
import type { OnScreen } from './context/on-screen.ts';
import type { OnlyPages } from './context/only-pages.ts';
import type { ConsoleQueries } from './context/page-cache.ts';
import { hostThemeAtom } from './host-theme-setter.ts';
import { AccessChangeToasts } from './layout/change-toasts/access-change-toasts.tsx';
import { SubscriptionChangeToasts } from './layout/change-toasts/subscription-change-toasts.tsx';
import { deferredFetch } from './reporting/deferred-fetch.ts';
import { Screens } from './screens.tsx';
import { createConsoleTheme, cssVariablesResolver } from './theme/theme.ts';

const Toasts = lazyPart(() => import('./toast/toasts.tsx').then((m) => m.Toasts), { isQuiet: true });

interface ConsoleRootProps {
  props: ConsoleProps;
  services: Services;
  scheme: ColorSchemeControl;
  connection: Connection;
  breaks: Breaks;
  store: ReturnType<typeof createStore>;
  queries: ConsoleQueries;
  toasts: NotificationsStore;
  router: ReturnType<typeof createBrowserRouter>;
  noteScreen: OnScreen['note'];
  onlyPages: OnlyPages;
}

/** The providers and global elements around the screens of one console. */
export function ConsoleRoot(rootProps: ConsoleRootProps) {
  const { props, services, scheme, connection, breaks, store, queries, toasts, router, noteScreen, onlyPages } =
    rootProps;
  const app = useMemo(() => ({ props, scheme, noteScreen, onlyPages }), [props, scheme, noteScreen, onlyPages]);
  useEffect(() => {
    const timer = setTimeout(fetchLateCode, deferredFetch);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Provider store={store}>
      <AppContext.Provider value={app}>
        <ServicesContext.Provider value={services}>
          <QueryClientProvider client={queries}>
            <Theme props={props}>
              <Screens router={router} />
              <FloatingHumanCheck />
              <ConfirmAgain />
              <AccessChangeToasts />
              <SubscriptionChangeToasts />
              <ConnectionBanner connection={connection} breaks={breaks} queries={queries} router={router} />
              <LateToasts store={toasts} />
            </Theme>
          </QueryClientProvider>
        </ServicesContext.Provider>
      </AppContext.Provider>
    </Provider>
  );
}

/** Lazily loads the component that renders toasts, with the first toast. */
function LateToasts({ store }: { store: NotificationsStore }) {
  const { notifications } = useNotifications(store);
  const isNeeded = useHasOpened(notifications.length > 0);
  if (!isNeeded) return null;
  return <Toasts store={store} />;
}

/**
 * Mantine, restricted to this mount: no attribute on the document element, no storage of its own, CSS variables only on
 * our elements.
 */
function Theme({ props, children }: { props: ConsoleProps; children: ReactNode }) {
  const scheme = useAtomValue(schemeAtom);
  const { nonce, overlay, mountId } = props;
  const hostTheme = useAtomValue(hostThemeAtom);
  const theme = useMemo(() => createConsoleTheme(overlay, hostTheme?.theme), [overlay, hostTheme]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={hostTheme?.resolver ?? cssVariablesResolver}
      forceColorScheme={scheme}
      colorSchemeManager={noSchemeManager}
      getRootElement={() => undefined}
      cssVariablesSelector={`:is(#qm#qm#qm#qm#qm#qm,[data-qm-root="${mountId}"])`}
      classNamesPrefix="qm"
      {...(nonce === undefined ? {} : { getStyleNonce: () => nonce })}
    >
      {children}
    </MantineProvider>
  );
}

const noSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
