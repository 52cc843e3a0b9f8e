import { Button } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useState } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { useNow } from '../../../shared/ui/hooks/use-now.ts';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { IconWorld } from '../../../shared/ui/icons/world.ts';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { PlanReleaseDialog } from '../lazy-parts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import classes from './calendar/calendar.module.css';
import { CalendarTools } from './calendar/calendar-tools.tsx';
import { PlannedDays } from './calendar/planned-days.tsx';
import { useCalendarAddress } from './calendar/use-calendar-address.ts';
import { ReleaseList } from './release-list.tsx';
import { ZoneSelect } from './time/zone-select.tsx';

const title = 'Releases';
const back = { label: texts.instanceSync, to: paths.sync };

/** The releases out of the active instance and into it, as a calendar or as a list. */
export const ReleasesPage = () => (
  <RequireAccess to={releases.list} pending={<PageSkeleton title={title} back={back} isInSidebar />}>
    <Releases />
  </RequireAccess>
);

function Releases() {
  const address = useCalendarAddress();
  const { view, zone, show } = address;
  const now = useNow();
  const env = useInstanceContext()?.env;
  const target = env && syncTarget(env);
  const header = (
    <PageHeader
      title={title}
      back={back}
      isInSidebar
      actions={
        <>
          {view !== 'list' && (
            <ZoneSelect
              className={classes.zone}
              aria-label="Time zone"
              leftSection={<IconWorld size={16} aria-hidden />}
              value={zone}
              at={now}
              onChange={(next) => show({ zone: next })}
            />
          )}
          {env && target && <NewRelease source={env} target={target} zone={zone} />}
        </>
      }
    />
  );
  return (
    <ListLayout>
      {header}
      {view === 'list' ? (
        <>
          <CalendarTools address={address} releases={[]} />
          <ReleaseList title={title} />
        </>
      ) : (
        <PlannedDays span={view} address={address} />
      )}
    </ListLayout>
  );
}

const everything = { kind: 'all' } as const;

function NewRelease({ source, target, zone }: { source: Environment; target: Environment; zone: string }) {
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  return (
    <Can do={releases.create}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        New release
      </Button>
      {isMounted && (
        <PlanReleaseDialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          source={source}
          target={target}
          scope={everything}
          zone={zone}
          amount={`Everything that differs from ${target.toLowerCase()} when it is published. To choose changes, select them under ${texts.instanceSync}.`}
          onChanged={() => setOpen(false)}
        />
      )}
    </Can>
  );
}
