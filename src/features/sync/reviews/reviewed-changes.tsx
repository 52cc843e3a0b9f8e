import { Skeleton } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { type ChangesWanted, loadMoreChanges } from '../../../shared/data/sync/sync-changes.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { CheckAgain } from '../../../shared/ui/page/check-again.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { ChangesView } from '../changes/changes-view.tsx';
import { RunningSync } from '../changes/running-sync.tsx';
import { menuNote, sectionsOf, templateNote } from '../changes/sections.ts';
import { everything } from '../changes/use-list-filter.ts';
import type { Deciding } from '../dialog/decisions.ts';
import { ChangePanel } from '../lazy-parts.ts';
import classes from '../sync.module.css';
import { imageIn, useOpenChange } from '../use-open-change.ts';

interface ReviewedChangesProps {
  list: UseQueryResult<ChangeList>;
  source: Environment;
  target: { id: number; env: Environment };
  /** The review or the release whose changes are listed. */
  scope: Pick<ChangesWanted, 'review' | 'release'>;
  /** What is decided about conflicts; undefined where nothing can be. */
  deciding?: Deciding | undefined;
}

/** The changes of a review or a release in their current state. */
export function ReviewedChanges({ list, source, target, scope, deciding }: ReviewedChangesProps) {
  const instanceId = useInstanceId();
  const request = useRequest();
  const queries = useQueryClient();
  const { opened, addressOf, show } = useOpenChange();
  const { data } = list;
  const sections = useMemo(() => (data ? sectionsOf(data, everything, undefined) : []), [data]);
  if (!data) {
    return (
      <NotLoaded query={list} title="The changes could not be loaded">
        <Skeleton height={320} />
      </NotLoaded>
    );
  }
  const checkAgain = <CheckAgain queryKey={queryKeys.instance.sync(instanceId)} />;
  if (sections.length === 0) {
    return (
      <>
        {checkAgain}
        <EmptyState title="There is nothing left to sync" message="These changes were already synced or reverted." />
      </>
    );
  }
  return (
    <>
      {checkAgain}
      <RunningSync running={data.running} target={target.env} />
      <div className={classes.main}>
        <ChangesView
          label="Changes"
          sections={sections}
          addressOf={addressOf}
          opened={opened}
          onOpen={show}
          onMissing={({ templateId }) => {
            // The call itself shows its failure.
            if (templateId !== null)
              loadMoreChanges(request, queries, instanceId, scope, templateId).catch(() => undefined);
          }}
          note={({ templateId }) => (templateId === null ? menuNote : templateNote)}
        />
        {opened && (
          <ChangePanel
            opened={opened}
            source={source}
            target={target}
            nameOf={(templateId) => sections.find((one) => one.templateId === templateId)?.name ?? templateId}
            image={imageIn(data.templates, opened)}
            deciding={deciding}
            onClose={() => show(null)}
          />
        )}
      </div>
    </>
  );
}
