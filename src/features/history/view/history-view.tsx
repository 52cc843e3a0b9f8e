import { Button, Skeleton, Text } from '@mantine/core';
import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { type ReactNode, useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { DiffPanel, DiffState } from '../../../shared/item-diff/diff-panel.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { RestoreDialog } from '../restore/lazy-dialogs.ts';
import type { DrawRestore } from '../restore/restore.ts';
import type { Entry, Shown } from './entry.ts';
import classes from './history.module.css';
import type { ShownVersions } from './use-displayed-version.ts';
import type { Pages } from './use-fetch-more.ts';
import { VersionRow } from './version-row.tsx';

/** The difference of two versions, as far as it is loaded. */
export interface Difference {
  content: ReactNode | undefined;
  error: Error | null;
  retry: () => void;
}

interface HistoryViewProps {
  /** The versions, as far as they are loaded; undefined while the first ones are not. */
  entries: readonly Entry[] | undefined;
  pages: Pages;
  versions: ShownVersions;
  /** Shown without any versions. */
  none: readonly [title: string, message: string];
  /** Said while none are listed and there may be older ones. */
  noneYet?: string;
  /** Above the list. */
  filter?: ReactNode;
  /** Below an entry. */
  detailOf?: (entry: Entry) => ReactNode;
  /** Names a version that is not in the list yet. */
  nameOf: (key: number) => string;
  /** The call that restores a version. */
  restoredBy: GuardedEndpoint;
  restore: DrawRestore;
  /** What is restored, as part of a sentence: `item`. */
  what: string;
  /** Loads the versions that are shown. */
  panel: (displayed: Shown, draw: (difference: Difference) => ReactNode) => ReactNode;
}

/** Versions as a list, with their differences next to it and the dialog that restores one. */
export function HistoryView(props: HistoryViewProps) {
  const { entries, pages, versions, none, noneYet, filter, detailOf, nameOf, restoredBy, restore, what, panel } = props;
  const { displayed, close } = versions;
  const mayRestore = useRefusal(restoredBy) === null;
  const [restored, setRestored] = useState<{ key: number; name: string } | null>(null);
  const [isRestoring, setRestoring] = useState(false);
  const [addressed, setAddressed] = useState<number | null>(null);
  // The URL can ask, too; without it, the browser went back from an address that had asked.
  if (mayRestore && addressed !== versions.restored) {
    setAddressed(versions.restored);
    if (versions.restored !== null) setRestored({ key: versions.restored, name: nameOf(versions.restored) });
    setRestoring(versions.restored !== null);
  }
  const isDialogMounted = useHasOpened(isRestoring);
  const askToRestore = (entry: { key: number; name: string }) => {
    setRestored(entry);
    setRestoring(true);
  };
  const [noneTitle, noneMessage] = none;
  const one = displayed?.from === null ? entries?.find(({ key }) => key === displayed.to) : undefined;
  const isOld = displayed?.from === null && !(one && (one.is_current || !one.canRestore));
  return (
    <>
      {/* It keeps its focus while the versions of another field load. */}
      {filter}
      {!entries ? (
        <NotLoaded query={pages} title="The history could not be loaded">
          <ul className={classes.list} aria-hidden>
            {['a', 'b', 'c', 'd', 'e'].map((key) => (
              <li key={key} className={classes.row}>
                <Skeleton height={38} style={{ gridColumn: '1 / -1' }} />
              </li>
            ))}
          </ul>
        </NotLoaded>
      ) : (
        <div className={classes.main}>
          {/* biome-ignore lint/a11y/useSemanticElements: the panel finds the list by its role */}
          <div role="region" className={classes.versions} aria-label="Versions">
            {entries.length === 0 && !pages.hasNextPage && <EmptyState title={noneTitle} message={noneMessage} />}
            {entries.length > 1 && (
              <Text size="sm" c="dimmed" className={classes.hint ?? ''}>
                Tick two versions to compare them.
              </Text>
            )}
            <div role="status">
              {entries.length === 0 && pages.hasNextPage && !pages.error && <Text c="dimmed">{noneYet}</Text>}
            </div>
            <ul className={classes.list}>
              {entries.map((entry) => (
                <VersionRow
                  key={entry.key}
                  entry={entry}
                  versions={versions}
                  onRestore={mayRestore ? askToRestore : undefined}
                >
                  {detailOf?.(entry)}
                </VersionRow>
              ))}
            </ul>
            <ErrorCallout error={pages.error} />
            {pages.hasNextPage && (
              <Button
                className={classes.more ?? ''}
                variant="default"
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </div>
          {displayed &&
            panel(displayed, ({ content, error, retry }) => (
              <DiffPanel
                title={
                  displayed.from === null
                    ? nameOf(displayed.to)
                    : `${nameOf(displayed.from)} and ${nameOf(displayed.to)}`
                }
                mark={
                  mayRestore &&
                  isOld && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => askToRestore({ key: displayed.to, name: nameOf(displayed.to) })}
                    >
                      Restore this version
                    </Button>
                  )
                }
                onClose={close}
              >
                {content === undefined ? <DiffState error={error} retry={retry} /> : content}
              </DiffPanel>
            ))}
        </div>
      )}
      {isDialogMounted && restored && (
        <RestoreDialog
          key={restored.key}
          opened={isRestoring}
          version={restored.key}
          name={restored.name}
          what={what}
          restore={restore}
          onClose={() => {
            setRestoring(false);
            if (addressed !== null) close();
          }}
        />
      )}
    </>
  );
}
