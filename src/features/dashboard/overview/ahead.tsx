import { Anchor, Skeleton } from '@mantine/core';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useGoToEnvironment } from '../../../shared/access/use-go-to-environment.ts';
import { useRefusalIn } from '../../../shared/access/use-refusal.ts';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime, dueText } from '../../../shared/ui/date-time.ts';
import { envColors, environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import classes from './environments.module.css';

type Instance = Project['instances'][number];

interface AheadProps {
  source: Instance;
  target: Instance;
  /** Whether the rest of the page has loaded, which the count of changes would delay. */
  isReady: boolean;
}

/** What an environment is ahead of the next one: an arrow as heavy as the number of changes, and what is between them. */
export function Ahead({ source, target, isReady }: AheadProps) {
  const request = useRequest();
  const mayList = useRefusalIn(sync.listChanges, source.id) === null;
  const mayRead = useRefusalIn(instances.getSummary, source.id) === null;
  const { data: amount, isError } = useQuery({
    ...syncChangeQueries.amount(request, source.id),
    enabled: isReady && mayList,
  });
  const { data: summary } = useQuery({ ...instanceQueries.summary(request, source.id), enabled: mayRead });
  const conflicts = summary?.conflicts ?? 0;
  const releaseAt = summary?.release_at ?? null;
  return (
    <div className={`${classes.ahead} ${envColors}`} data-env={source.env}>
      <span
        className={`${classes.arrow} ${envColors}`}
        data-env={target.env}
        data-is-empty={!amount || undefined}
        style={{ '--weight': `${arrowWeight(amount ?? 0)}px` } as CSSProperties}
        aria-hidden
      />
      {mayList && (
        <div className={classes.facts}>
          <Amount amount={amount} isError={isError} source={source} target={target} />
          {conflicts > 0 && (
            <SyncLink source={source} search="?conflicts=true" className={classes.conflicts}>
              <IconAlertTriangle size={14} aria-hidden />
              {count(conflicts, 'conflict')}
            </SyncLink>
          )}
          {releaseAt !== null && (
            <span className={classes.note} title={dateTime(releaseAt)}>
              Release {dueText(releaseAt)}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

interface AmountProps {
  amount: number | undefined;
  isError: boolean;
  source: Instance;
  target: Instance;
}

function Amount({ amount, isError, source, target }: AmountProps) {
  const next = environmentLabel(target.env);
  if (isError) return <span className={classes.note}>Could not be loaded</span>;
  if (amount === undefined) return <Skeleton height={14} width={96} className={classes.pending ?? ''} />;
  if (amount === 0) return <span className={classes.note}>Same as {next}</span>;
  return (
    <SyncLink source={source} className={classes.amount}>
      <strong>{count(amount, 'change')}</strong> <span>ahead of {next}</span>
    </SyncLink>
  );
}

interface SyncLinkProps {
  source: Instance;
  search?: string;
  className: string | undefined;
  children: ReactNode;
}

/** Leads to the changes to sync of an environment, and switches to it if need be. */
function SyncLink({ source: { id, env }, search = '', className, children }: SyncLinkProps) {
  const activeId = useInstanceId();
  const goTo = useGoToEnvironment();
  const navigate = useNavigate();
  const to = `${paths.sync}${search}`;
  if (id === activeId)
    return (
      <span className={className}>
        <TextLink to={to}>{children}</TextLink>
      </span>
    );
  const show = async () => {
    await goTo(id, env);
    await navigate(to);
  };
  return (
    <span className={className}>
      {/* The call itself shows its failure. */}
      <Anchor component="button" type="button" inherit onClick={() => show().catch(() => undefined)}>
        {children}
      </Anchor>
    </span>
  );
}

/** The weight of an arrow in pixels: 2 for one change, 4 for ten, 8 for a thousand and more. */
const arrowWeight = (amount: number): number => Math.min(8, 2 + 2 * Math.log10(Math.max(1, amount)));
