import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { builds, channels } from '@quartermaster/contract/endpoints/builds.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { instances, type WaitingCounts } from '@quartermaster/contract/endpoints/instances.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useRefusalsHere } from '../../shared/access/use-refusal.ts';
import { dueText } from '../../shared/ui/date-time.ts';
import { IconActivity } from '../../shared/ui/icons/activity.ts';
import { IconArrowsExchange } from '../../shared/ui/icons/arrows-exchange.ts';
import { IconBroadcast } from '../../shared/ui/icons/broadcast.ts';
import { IconCalendarEvent } from '../../shared/ui/icons/calendar-event.ts';
import { IconEye } from '../../shared/ui/icons/eye.ts';
import { IconGitPullRequest } from '../../shared/ui/icons/git-pull-request.ts';
import { IconHistory } from '../../shared/ui/icons/history.ts';
import type { Icon } from '../../shared/ui/icons/icon.ts';
import { IconKey } from '../../shared/ui/icons/key.ts';
import { IconPackage } from '../../shared/ui/icons/package.ts';
import { IconTrash } from '../../shared/ui/icons/trash.ts';
import { IconWebhook } from '../../shared/ui/icons/webhook.ts';
import { texts } from '../../shared/ui/texts.ts';

/** A page of the active instance in the navigation. */
export interface InstancePage {
  label: string;
  /** Its path, with the query of the part of a page that it is. */
  to: string;
  /** Of a page in a section. */
  Icon?: Icon;
  /** The call without which the page cannot be opened. */
  needs: GuardedEndpoint;
  /** What waits on it for the user. */
  waits?: (waiting: WaitingCounts) => Waits | undefined;
}

/** What waits on a page: a number, or when it is due. */
export interface Waits {
  /** How it is shown. */
  text: string;
  /** The number; undefined if it is a time. */
  count?: number;
  /** What it means, for screen readers and as a tooltip. */
  about: string;
  /** True if it blocks other work: shown in amber. */
  isUrgent?: true;
}

/** Pages of the navigation that belong together. */
export interface PageSection {
  title: string;
  pages: readonly InstancePage[];
}

const countOf =
  (part: 'reviews' | 'proposals', about: string) =>
  ({ [part]: count }: WaitingCounts): Waits | undefined =>
    count === 0 ? undefined : { text: count < 100 ? String(count) : '99+', count, about: `${count} ${about}` };

const conflictsOf = ({ conflicts }: WaitingCounts): Waits | undefined =>
  conflicts === 0
    ? undefined
    : { text: String(conflicts), count: conflicts, about: `${conflicts} in conflict`, isUrgent: true };

function nextReleaseOf({ next_release: moment }: WaitingCounts): Waits | undefined {
  if (moment === null) return undefined;
  const text = dueText(moment);
  return { text, about: `the next one is due ${text}` };
}

const changes: PageSection = {
  title: 'Changes',
  pages: [
    { label: 'Sync', to: paths.sync, needs: sync.listChanges, Icon: IconArrowsExchange, waits: conflictsOf },
    {
      label: 'Reviews',
      to: paths.syncReviews,
      needs: syncReviews.list,
      Icon: IconEye,
      waits: countOf('reviews', 'to answer'),
    },
    {
      label: texts.proposals,
      to: paths.proposals,
      needs: proposals.list,
      Icon: IconGitPullRequest,
      waits: countOf('proposals', 'to decide'),
    },
    { label: 'Releases', to: paths.releases, needs: releases.list, Icon: IconCalendarEvent, waits: nextReleaseOf },
    { label: texts.history, to: paths.changes, needs: changeSets.list, Icon: IconHistory },
    { label: texts.activity, to: paths.activity, needs: activity.list, Icon: IconActivity },
    { label: texts.trash, to: paths.trash, needs: trash.list, Icon: IconTrash },
  ],
};

const delivery: PageSection = {
  title: 'Delivery',
  pages: [
    { label: 'Builds', to: `${paths.exportedData}?view=builds`, needs: builds.list, Icon: IconPackage },
    { label: 'Channels', to: `${paths.exportedData}?view=channels`, needs: channels.list, Icon: IconBroadcast },
    { label: 'Webhooks', to: `${paths.exportedData}?view=webhooks`, needs: webhooks.list, Icon: IconWebhook },
    { label: texts.tokens, to: `${paths.exportSettings}?view=tokens`, needs: projectTokens.list, Icon: IconKey },
  ],
};

/** Pages that are not in a section: the dashboard has cards for most of them. */
const others: readonly InstancePage[] = [
  { label: texts.exportedData, to: paths.exportedData, needs: reports.list },
  { label: texts.navigationSetup, to: paths.navigationSetup, needs: menu.list },
  { label: texts.exportSettings, to: paths.exportSettings, needs: instances.getToken },
  { label: texts.findAndReplace, to: paths.replace, needs: replacements.apply },
];

const sections = [changes, delivery] as const;
const sectionPages = sections.flatMap(({ pages }) => pages);

function useAllowed(pages: readonly InstancePage[]): { allowed: InstancePage[]; isKnown: boolean } {
  const instanceId = useInstanceId();
  const refusals = useRefusalsHere(pages.map(({ needs }) => needs));
  return {
    allowed: instanceId > 0 ? pages.filter((_, index) => refusals[index] === null) : [],
    isKnown: !refusals.includes('unknown'),
  };
}

/** The sections of the navigation, with the pages that the user may open; `isKnown` once it is known of all of them. */
export function usePageSections(): { sections: PageSection[]; isKnown: boolean } {
  const { allowed, isKnown } = useAllowed(sectionPages);
  return {
    sections: sections
      .map(({ title, pages }) => ({ title, pages: pages.filter((page) => allowed.includes(page)) }))
      .filter(({ pages }) => pages.length > 0),
    isKnown,
  };
}

/** The pages that the user may open and that are in no section. */
export const useOtherPages = (): InstancePage[] => useAllowed(others).allowed;

/** The pages that the user may open. */
export function useInstancePages(): InstancePage[] {
  const other = useOtherPages();
  return [...other, ...usePageSections().sections.flatMap(({ pages }) => pages)];
}

/** True if a page is shown; of pages whose paths begin alike, the one with the longest. */
export function isPageShown(page: InstancePage, { pathname, search }: Location): boolean {
  const url = new URL(page.to, 'http://console');
  if (url.search !== '') {
    const view = url.searchParams.get('view');
    return pathname === url.pathname && new URLSearchParams(search).get('view') === view;
  }
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isPartShown = (other: InstancePage) =>
    other.to.startsWith(`${page.to}/`) ? isWithin(other.to) : isPageShown(other, { pathname, search });
  return isWithin(page.to) && !sectionPages.some((other) => isPartOf(other, page) && isPartShown(other));
}

/** True for a page below another one's path, or for a part of that page. */
const isPartOf = ({ to }: InstancePage, page: InstancePage) =>
  to.startsWith(`${page.to}/`) || to.startsWith(`${page.to}?`);

type Location = Pick<globalThis.Location, 'pathname' | 'search'>;
