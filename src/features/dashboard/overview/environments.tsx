import { Anchor, Skeleton, UnstyledButton } from '@mantine/core';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useGoToEnvironment } from '../../../shared/access/use-go-to-environment.ts';
import { type AccessResult, useRefusalIn } from '../../../shared/access/use-refusal.ts';
import { reportQueries } from '../../../shared/data/reports.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { EnvBadge, environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import classes from './overview.module.css';

type Instance = Project['instances'][number];

/** The environments of a project: each one's last export, and how far it is behind the environment before it. */
export const Environments = ({ project: { instances } }: { project: Project }) => (
  <EnvironmentRows>
    {instances.map((instance) => (
      <li key={instance.id} className={`${classes.row} ${classes.environment}`}>
        <EnvironmentName instance={instance} />
        <LastExport instanceId={instance.id} />
        <Behind source={instances.find(({ env }) => syncTarget(env) === instance.env)} />
      </li>
    ))}
  </EnvironmentRows>
);

/** Placeholder for {@link Environments}. */
export const EnvironmentsSkeleton = ({ rows }: { rows: number }) => (
  <EnvironmentRows>
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
      <li key={index} className={classes.row}>
        <Skeleton height={14} />
      </li>
    ))}
  </EnvironmentRows>
);

function EnvironmentRows({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Environments
      </h2>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
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
  return (
    <Fact refusal={refusal} hidden="Exports are not shown to you" isLoaded={data !== undefined} isError={isError}>
      {data === null && 'Never exported'}
      {data && (
        <span title={dateTime(data.created_at)}>Exported {timeAgo(Date.parse(data.created_at), Date.now())}</span>
      )}
    </Fact>
  );
}

/** The number of changes to sync from the previous environment. */
function Behind({ source }: { source: Instance | undefined }) {
  const activeId = useInstanceId();
  const sourceId = source?.id ?? 0;
  const refusal = useRefusalIn(sync.listChanges, sourceId);
  const query = syncChangeQueries.amount(useRequest(), sourceId);
  const { data, isError } = useQuery({ ...query, enabled: refusal === null });
  if (!source) return null;
  const text =
    data === 0
      ? `Same as ${environmentLabel(source.env)}`
      : `${count(data ?? 0, 'change')} behind ${environmentLabel(source.env)}`;
  return (
    <Fact refusal={refusal} isLoaded={data !== undefined} isError={isError}>
      {data === 0 ? (
        text
      ) : sourceId === activeId ? (
        <TextLink to={paths.sync}>{text}</TextLink>
      ) : (
        <SyncOf source={source}>{text}</SyncOf>
      )}
    </Fact>
  );
}

/** Switches to another instance and shows its changes to sync. */
function SyncOf({ source: { id, env }, children }: { source: Instance; children: ReactNode }) {
  const goTo = useGoToEnvironment();
  const navigate = useNavigate();
  const show = async () => {
    await goTo(id, env);
    await navigate(paths.sync);
  };
  return (
    // The call itself shows its failure.
    <Anchor component="button" type="button" inherit onClick={() => show().catch(() => undefined)}>
      {children}
    </Anchor>
  );
}

interface FactProps {
  refusal: AccessResult;
  /** Shown to users without the permission. */
  hidden?: string;
  isLoaded: boolean;
  isError: boolean;
  children: ReactNode;
}

/** One fact about an environment. */
function Fact({ refusal, hidden, isLoaded, isError, children }: FactProps) {
  if (refusal !== null && refusal !== 'unknown') return <span className={classes.note}>{hidden}</span>;
  if (isError) return <span className={classes.name}>Could not be loaded</span>;
  if (!isLoaded) return <Skeleton height={14} width={120} />;
  return <span className={classes.name}>{children}</span>;
}
