import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { instances as calls } from '@quartermaster/contract/endpoints/instances.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useGoToEnvironment } from '../../../shared/access/use-go-to-environment.ts';
import { useRefusalIn } from '../../../shared/access/use-refusal.ts';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { reportQueries } from '../../../shared/data/reports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { EnvBadge, envColors, environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import { Ahead } from './ahead.tsx';
import { ChangeBars } from './change-bars.tsx';
import classes from './environments.module.css';

type Instance = Project['instances'][number];

interface EnvironmentsProps {
  project: Project;
  /** Whether the rest of the page has loaded. */
  isReady: boolean;
}

/** The environments of a project as lanes, each with what it is ahead of the next one. */
export function Environments({ project: { instances }, isReady }: EnvironmentsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <VisuallyHidden component="h2" id={id}>
        Environments
      </VisuallyHidden>
      <ul className={classes.lanes}>
        {instances.map((instance) => (
          <Environment
            key={instance.id}
            instance={instance}
            target={instances.find(({ env }) => syncTarget(instance.env) === env)}
            isReady={isReady}
          />
        ))}
      </ul>
    </section>
  );
}

interface EnvironmentProps {
  instance: Instance;
  target: Instance | undefined;
  isReady: boolean;
}

/** Nothing for members who can see neither the content nor the exports of the environment. */
function Environment({ instance, target, isReady }: EnvironmentProps) {
  const isVisible = useIsVisible(instance.id);
  const isTargetVisible = useIsVisible(target?.id ?? 0);
  if (!isVisible) return null;
  return (
    <li className={classes.item}>
      <div className={`${classes.lane} ${envColors}`} data-env={instance.env}>
        <div className={classes.head}>
          <EnvironmentName instance={instance} />
          <LastExport instanceId={instance.id} />
        </div>
        <Content instanceId={instance.id} />
      </div>
      {target && isTargetVisible && <Ahead source={instance} target={target} isReady={isReady} />}
    </li>
  );
}

function useIsVisible(instanceId: number): boolean {
  const ofContent = useRefusalIn(calls.getSummary, instanceId);
  const ofExports = useRefusalIn(reports.list, instanceId);
  return [ofContent, ofExports].some((refusal) => refusal === null || refusal === 'unknown');
}

/** The environment, with a control that shows its dashboard if it is not the active one. */
function EnvironmentName({ instance: { id, env } }: { instance: Instance }) {
  const activeId = useInstanceId();
  const goTo = useGoToEnvironment();
  if (id === activeId) return <EnvBadge env={env} />;
  return (
    <UnstyledButton
      className={classes.switch ?? ''}
      aria-label={`Dashboard of ${environmentLabel(env)}`}
      // The call itself shows its failure.
      onClick={() => goTo(id, env).catch(() => undefined)}
    >
      <EnvBadge env={env} />
    </UnstyledButton>
  );
}

function LastExport({ instanceId }: { instanceId: number }) {
  const refusal = useRefusalIn(reports.list, instanceId);
  const query = reportQueries.lastCompleted(useRequest(), instanceId);
  const { data, isError } = useQuery({ ...query, enabled: refusal === null });
  if (refusal !== null && refusal !== 'unknown')
    return <span className={classes.note}>Exports are not shown to you</span>;
  if (isError) return <span className={classes.note}>Could not be loaded</span>;
  if (data === undefined) return <Skeleton height={12} width={104} />;
  if (data === null) return <span className={classes.note}>Never exported</span>;
  return (
    <span className={classes.note} title={dateTime(data.created_at)}>
      Exported {timeAgo(Date.parse(data.created_at), Date.now())}
    </span>
  );
}

/** The number of items, the last change and the changes a day. */
function Content({ instanceId }: { instanceId: number }) {
  const refusal = useRefusalIn(calls.getSummary, instanceId);
  const query = instanceQueries.summary(useRequest(), instanceId);
  const { data, isError } = useQuery({ ...query, enabled: refusal === null });
  if (refusal !== null && refusal !== 'unknown') return <div className={classes.note}>Items are not shown to you</div>;
  if (isError) return <div className={classes.note}>Could not be loaded</div>;
  if (!data)
    return (
      <>
        <Skeleton height={20} width={110} my={4} />
        <Skeleton height={12} width={150} my={3} />
      </>
    );
  const { items, last_change: last, changes } = data;
  const changed = last && `Changed ${timeAgo(Date.parse(last.at), Date.now())} by ${authorName(last.by, 'within')}`;
  return (
    <>
      <div className={classes.items}>{count(items, 'item')}</div>
      <div className={classes.note} title={last ? `${changed}, ${dateTime(last.at)}` : undefined}>
        {changed ?? 'Not changed yet'}
      </div>
      <ChangeBars changes={changes} />
    </>
  );
}
