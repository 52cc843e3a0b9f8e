import { VisuallyHidden } from '@mantine/core';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import type { OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { timeOf } from '../../../../shared/data/sync/releases.ts';
import { count } from '../../../../shared/ui/count.ts';
import { envColors, environmentLabel } from '../../../../shared/ui/env-badge.tsx';
import { PlainLink } from '../../../../shared/ui/plain-link.tsx';
import { releaseStates, shownState } from '../release-state.tsx';
import { clockTime } from '../time/clock.ts';
import classes from './calendar.module.css';

/** How a release is opened from the calendar. */
export interface ReleaseLinks {
  addressOf: (release: Release) => string;
  /** Opens it next to the calendar; undefined where its link leads to its page. */
  open: ((release: Release) => void) | undefined;
  /** The one that is open. */
  opened: number | null;
}

interface ReleaseChipProps extends ReleaseLinks {
  release: Release;
  offsetAt: OffsetAt;
  /** Says how much it changes, where there is room. */
  isTall?: boolean;
  tabIndex?: number;
}

/** A release in the calendar: the color of its edge is that of its target, its ground and icon are those of its state. */
export function ReleaseChip({ release, offsetAt, isTall = false, tabIndex, ...links }: ReleaseChipProps) {
  const { addressOf, open, opened } = links;
  const { id, name, target, counts } = release;
  const state = shownState(release);
  const { text, Icon } = releaseStates[state];
  const at = timeOf(release);
  const time = at === '' ? 'no time' : clockTime(Date.parse(at), offsetAt);
  const into = environmentLabel(target.env);
  return (
    <PlainLink
      to={addressOf(release)}
      {...(open && { instead: () => open(release) })}
      className={`${classes.chip} ${envColors}`}
      data-env={target.env}
      data-state={state}
      data-release={id}
      data-tall={isTall || undefined}
      tabIndex={tabIndex}
      title={`${name}, ${text}, to ${into}`}
      aria-current={id === opened || undefined}
    >
      <span className={classes.name}>{name}</span>
      <VisuallyHidden>, {text}, </VisuallyHidden>
      <span className={classes.time}>
        <Icon size={13} aria-hidden />
        {time}
      </span>
      {isTall && <span className={classes.time}>{count(counts.items, 'item')}</span>}
      <VisuallyHidden>, to {into}</VisuallyHidden>
    </PlainLink>
  );
}
