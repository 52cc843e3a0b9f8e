import { history, type MenuRevision } from '@quartermaster/contract/endpoints/history.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { menuHistoryQueries } from '../../shared/data/history.ts';
import { MenuDiffView } from '../../shared/item-diff/menu-diff.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { ChangeCounts } from '../../shared/ui/change/change-mark.tsx';
import { dateTime } from '../../shared/ui/date-time.ts';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { firstMenu } from './first-version.ts';
import { NamedChanges } from './named-changes.tsx';
import { MenuRestore } from './restore/menu-restore.tsx';
import type { Entry, Shown } from './view/entry.ts';
import { HistoryPage } from './view/history-page.tsx';
import { type Difference, HistoryView } from './view/history-view.tsx';
import { MissingVersion } from './view/missing-version.tsx';
import { useDisplayedVersion } from './view/use-displayed-version.ts';
import { useFetchMore } from './view/use-fetch-more.ts';

/** The versions of the active instance's menu: compared and restored. */
export function MenuHistoryPage() {
  const instanceId = useInstanceId();
  const context = useInstanceContext();
  return (
    <AddressedInstance>
      <HistoryPage
        to={history.listMenu}
        title="History of the navigation"
        back={{ label: texts.navigationSetup, to: paths.navigationSetup }}
        nextToTitle={context && <EnvBadge env={context.env} />}
      >
        <MenuHistory key={instanceId} instanceId={instanceId} />
      </HistoryPage>
    </AddressedInstance>
  );
}

function MenuHistory({ instanceId }: { instanceId: number }) {
  const versions = useDisplayedVersion(instanceId);
  const pages = useInfiniteQuery(menuHistoryQueries(useRequest(), instanceId).list());
  const { data, error, hasNextPage, fetchNextPage } = pages;
  const revisions = useMemo(() => data?.pages.flatMap((page) => page.versions), [data]);
  const entries = useMemo(() => revisions?.map(entryOf), [revisions]);
  const { displayed } = versions;
  const before = (displayed && revisions?.find(({ id }) => id < displayed.to)?.id) ?? null;
  // A version is compared with the one before, which may be on the next page.
  const lacksBefore = displayed?.from === null && revisions !== undefined && before === null && hasNextPage;
  useFetchMore(pages, lacksBefore);
  return (
    <HistoryView
      entries={entries}
      pages={pages}
      versions={versions}
      none={['No versions yet', 'Each change of the navigation is kept here.']}
      nameOf={(id) => entries?.find(({ key }) => key === id)?.name ?? `Version ${id}`}
      restoredBy={history.restoreMenu}
      what="navigation"
      restore={(version, draw) => (
        <MenuRestore instanceId={instanceId} version={version}>
          {draw}
        </MenuRestore>
      )}
      panel={(displayed, draw) => (
        <MenuPanel
          key={`${displayed.from} ${displayed.to}`}
          instanceId={instanceId}
          before={before}
          waiting={lacksBefore ? { error, retry: () => void fetchNextPage() } : null}
          displayed={displayed}
        >
          {draw}
        </MenuPanel>
      )}
    />
  );
}

const entryOf = (revision: MenuRevision): Entry => ({
  ...revision,
  key: revision.id,
  name: dateTime(revision.at),
  what: whatOf(revision),
  canRestore: true,
});

function whatOf({ nodes, changes }: MenuRevision): ReactNode {
  const total = nodes.added + nodes.updated + nodes.removed;
  if (changes.length > 0) return <NamedChanges changes={changes} total={total} />;
  return (
    total > 0 && (
      <>
        entries <ChangeCounts counts={nodes} />
      </>
    )
  );
}

interface MenuPanelProps {
  instanceId: number;
  /** The version before the one that is shown; null if there is none. */
  before: number | null;
  /** While it is not known yet: why it could not be loaded. */
  waiting: { error: Error | null; retry: () => void } | null;
  displayed: Shown;
  children: (difference: Difference) => ReactNode;
}

function MenuPanel({ instanceId, before, waiting, displayed: { from, to }, children }: MenuPanelProps) {
  const older = from ?? before ?? to;
  const query = menuHistoryQueries(useRequest(), instanceId).compare(older, to);
  const { data, error, refetch } = useQuery({ ...query, enabled: !waiting });
  const isOldest = from === null && older === to;
  const diff = useMemo(() => data && (isOldest ? firstMenu(data) : data), [data, isOldest]);
  if (waiting) return children({ content: undefined, ...waiting });
  return children({
    content: diff && (
      <>
        {isOldest && (
          <MissingVersion>This is the oldest version that is kept, so all entries are shown as added.</MissingVersion>
        )}
        <MenuDiffView diff={diff} sides={null} />
      </>
    ),
    error,
    retry: () => void refetch(),
  });
}
