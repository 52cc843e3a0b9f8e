import { Paper, Portal, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import type { Connection } from '../../shared/http/connection.ts';
import { useServices } from '../../shared/services/services.ts';
import type { Breaks } from '../context/breaks.ts';
import type { ConsoleQueries } from '../context/page-cache.ts';
import classes from './connection-banner.module.css';
import { bannerGap, useBannerClearance } from './use-banner-clearance.ts';
import { useRecentBreak } from './use-recent-break.ts';
import { useSlowQuery } from './use-slow-query.ts';

interface ConnectionBannerProps {
  connection: Connection;
  breaks: Breaks;
  queries: ConsoleQueries;
  router: ReturnType<typeof createBrowserRouter>;
}

const sentences = {
  offline: 'You are offline. What you have typed stays here, and can be saved once you are online again.',
  unreachable:
    'The server cannot be reached. What you have typed stays here, and can be saved once the server is back.',
  online: null,
};

const loadedAgain = 'Live updates had stopped for a while. Everything here is up to date again.';

/** An unobtrusive notice, on top of any page, that the connection is lost or slow, or was interrupted. */
export function ConnectionBanner({ connection, breaks, queries, router }: ConnectionBannerProps) {
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const waiting = useSlowQuery(queries, router);
  const wasBroken = useRecentBreak(breaks);
  const late = waiting === null ? null : `Still waiting for: ${waiting}`;
  const sentence = sentences[state] ?? late ?? (wasBroken ? loadedAgain : null);
  if (sentence === null) return null;
  return <Banner sentence={sentence} />;
}

function Banner({ sentence }: { sentence: string }) {
  const { root } = useServices();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isAtTop = useBannerClearance(element, root);
  return (
    <Portal>
      <Paper
        ref={setElement}
        className={classes.banner}
        style={isAtTop ? { top: bannerGap.header } : { bottom: bannerGap.edge }}
        role="status"
        withBorder
        shadow="sm"
        px="md"
        py="xs"
      >
        <Text size="sm">{sentence}</Text>
      </Paper>
    </Portal>
  );
}
