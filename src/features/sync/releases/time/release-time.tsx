import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { viewerOffset, viewerZone } from '../../../../shared/field-types/date-time/time-zone.ts';
import { weekdayTime, zoneText } from './clock.ts';
import classes from './time.module.css';

interface ReleaseTimeProps {
  publishAt: string | null;
  timeZone: string | null;
  /** Also shows the viewer's time, if it is another one: the days of a calendar are those of the viewer. */
  hasViewerTime?: boolean;
}

const textIn = (at: number, zone: string): string => `${weekdayTime(at, zoneOffset(zone))} ${zoneText(at, zone)}`;

/** When a release is published, in the zone in which that was chosen; in the viewer's zone as its tooltip. */
export function ReleaseTime({ publishAt, timeZone, hasViewerTime = false }: ReleaseTimeProps) {
  if (publishAt === null || timeZone === null) return <>No time yet</>;
  const at = Date.parse(publishAt);
  const isElsewhere = zoneOffset(timeZone)(at) !== viewerOffset(at);
  return (
    <time dateTime={publishAt} title={textIn(at, viewerZone())}>
      {weekdayTime(at, zoneOffset(timeZone))} <span className={classes.zone}>{zoneText(at, timeZone)}</span>
      {hasViewerTime && isElsewhere && `, your time ${weekdayTime(at, viewerOffset)}`}
    </time>
  );
}

type Timed = Pick<Release, 'state' | 'publish_at' | 'time_zone' | 'ended_at'>;

/** When a release was published, or else when it will be: one that was published by hand has another time than planned. */
export const releaseTime = ({ state, publish_at, time_zone, ended_at }: Timed): ReleaseTimeProps =>
  state === 'published' && ended_at !== null
    ? { publishAt: ended_at, timeZone: time_zone ?? viewerZone() }
    : { publishAt: publish_at, timeZone: time_zone };
