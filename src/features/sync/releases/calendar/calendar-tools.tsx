import { ActionIcon } from '@mantine/core';
import { type Release, releases as releaseCalls } from '@quartermaster/contract/endpoints/releases.ts';
import { Link } from 'react-router-dom';
import { Can } from '../../../../shared/access/can.tsx';
import { EnvBadge } from '../../../../shared/ui/env-badge.tsx';
import { IconChevronLeft } from '../../../../shared/ui/icons/chevron-left.ts';
import { IconChevronRight } from '../../../../shared/ui/icons/chevron-right.ts';
import { LinkButton } from '../../../../shared/ui/link-button.tsx';
import { PlainLink } from '../../../../shared/ui/plain-link.tsx';
import { releaseStates, shownState } from '../release-state.tsx';
import classes from './calendar.module.css';
import { type CalendarView, calendarViews, inOther, type Span, spanTitle } from './days.ts';
import type { CalendarAddress } from './use-calendar-address.ts';

const viewNames: Record<CalendarView, string> = { month: 'Month', week: 'Week', list: 'List' };

interface CalendarToolsProps {
  address: CalendarAddress;
  /** The releases of the days in view. */
  releases: readonly Release[];
  /** True once it is known that there are none. */
  isEmpty?: boolean;
}

/** The line above the calendar: other months or weeks, how many there are of each state, and the view. */
export function CalendarTools({ address, releases, isEmpty = false }: CalendarToolsProps) {
  const { view, day, today, addressOf } = address;
  return (
    <div className={classes.tools}>
      {view === 'list' ? (
        <span className={classes.all}>All releases, newest first</span>
      ) : (
        <>
          <Step span={view} to={addressOf({ day: inOther(view, day, -1) })} by={-1} />
          <Step span={view} to={addressOf({ day: inOther(view, day, 1) })} by={1} />
          <span className={classes.title} aria-live="polite">
            {spanTitle(view, day)}
          </span>
          <LinkButton to={addressOf({ day: today })} variant="default" px="xs">
            Today
          </LinkButton>
          <StateCounts releases={releases} />
          <span className={classes.none} role="status">
            {isEmpty && (
              <>
                Nothing in {spanTitle(view, day)}.
                <Can do={releaseCalls.create}> A release is a sync with a name and a time.</Can>
              </>
            )}
          </span>
        </>
      )}
      <nav className={classes.views} aria-label="View">
        {calendarViews.map((one) => (
          <PlainLink
            key={one}
            to={addressOf({ view: one, day, ...(one === 'list' && { release: null }) })}
            className={classes.view}
            aria-current={one === view ? 'page' : undefined}
          >
            {viewNames[one]}
          </PlainLink>
        ))}
      </nav>
    </div>
  );
}

function Step({ span, to, by }: { span: Span; to: string; by: 1 | -1 }) {
  const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      component={Link}
      to={to}
      replace
      variant="subtle"
      color="gray"
      aria-label={`${by < 0 ? 'Previous' : 'Next'} ${span}`}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}

/** What is ahead and what has become of the others; undone and cancelled ones are left out. */
const counted = ['planned', 'open', 'publishing', 'published', 'refused'] as const;

function StateCounts({ releases }: { releases: readonly Release[] }) {
  const byState = Map.groupBy(releases, shownState);
  const states = counted.filter((state) => byState.has(state));
  const targets = new Set(states.flatMap((state) => byState.get(state) ?? []).map(({ target }) => target.env));
  if (states.length === 0) return null;
  return (
    <span className={classes.counts}>
      {states.map((state) => {
        const { text, Icon } = releaseStates[state];
        return (
          <span key={state} className={classes.count} data-state={state}>
            <Icon size={14} aria-hidden />
            {byState.get(state)?.length} {text}
          </span>
        );
      })}
      <span className={classes.count}>
        to
        {[...targets].map((env) => (
          <EnvBadge key={env} env={env} />
        ))}
      </span>
    </span>
  );
}
