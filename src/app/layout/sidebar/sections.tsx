import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { menuQueries } from '../../../shared/data/menu.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { IconActivity } from '../../../shared/ui/icons/activity.ts';
import { IconArrowsExchange } from '../../../shared/ui/icons/arrows-exchange.ts';
import { IconBroadcast } from '../../../shared/ui/icons/broadcast.ts';
import { IconCalendarEvent } from '../../../shared/ui/icons/calendar-event.ts';
import { IconEye } from '../../../shared/ui/icons/eye.ts';
import { IconGitPullRequest } from '../../../shared/ui/icons/git-pull-request.ts';
import { IconHistory } from '../../../shared/ui/icons/history.ts';
import type { Icon } from '../../../shared/ui/icons/icon.ts';
import { IconKey } from '../../../shared/ui/icons/key.ts';
import { IconPackage } from '../../../shared/ui/icons/package.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import { IconWebhook } from '../../../shared/ui/icons/webhook.ts';
import { type InstancePage, isPageShown, usePageSections, type Waits } from '../instance-pages.ts';
import { useWaiting } from '../use-waiting.ts';
import classes from './sidebar.module.css';

const icons: Readonly<Record<string, Icon>> = {
  Sync: IconArrowsExchange,
  Reviews: IconEye,
  Proposals: IconGitPullRequest,
  Releases: IconCalendarEvent,
  History: IconHistory,
  Activity: IconActivity,
  Trash: IconTrash,
  Builds: IconPackage,
  Channels: IconBroadcast,
  Webhooks: IconWebhook,
  Tokens: IconKey,
};

/** Links to what changes the content of the active instance and to what delivers it, each with what waits there. */
export function Sections() {
  const { sections, isKnown } = usePageSections();
  const waiting = useWaiting();
  const location = useLocation();
  const isPlaced = useIsMenuKnown() && isKnown;
  return sections.map(({ title, pages }) => (
    <section key={title} className={isPlaced ? undefined : classes.unplaced}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {pages.map((page) => (
          <li key={page.to}>
            <PageLink page={page} isHere={isPageShown(page, location)} waits={waiting && page.waits?.(waiting)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** True once the menu above has its height: until then the sections would move. */
function useIsMenuKnown(): boolean {
  const instanceId = useInstanceId();
  const refusal = useRefusal(templates.list);
  const { isPending } = useQuery({ ...menuQueries.list(useRequest(), instanceId), enabled: false });
  return refusal !== 'unknown' && (refusal !== null || !isPending);
}

interface PageLinkProps {
  page: InstancePage;
  isHere: boolean;
  waits: Waits | undefined;
}

function PageLink({ page: { label, to }, isHere, waits }: PageLinkProps) {
  const id = useId();
  const Icon = icons[label] ?? IconHistory;
  return (
    <Link
      to={to}
      className={classes.link}
      title={waits && `${label}: ${waits.about}`}
      aria-current={isHere ? 'page' : undefined}
      aria-describedby={waits && id}
    >
      <Icon size={16} aria-hidden="true" />
      {label}
      {waits && (
        <span
          className={waits.count === undefined ? classes.due : classes.count}
          data-urgent={waits.isUrgent}
          aria-hidden="true"
        >
          {waits.text}
          <span id={id} hidden>
            {waits.about}
          </span>
        </span>
      )}
    </Link>
  );
}
