import { Stack } from '@mantine/core';
import { momentText } from '@quartermaster/contract/field-types/moment.ts';
import { localTime, momentOf, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import type { Dispatch, SetStateAction } from 'react';
import type { ReleaseTime } from '../../../../shared/data/sync/releases.ts';
import { MomentPicker } from '../../../../shared/field-types/date-time/late-moment-picker.tsx';
import { readZone } from './stored-zone.ts';
import { ZoneSelect } from './zone-select.tsx';

/** A time that is being chosen: its zone is known before. */
interface ChosenTime {
  at: string | null;
  zone: string;
  /** Text that was typed as the zone and is none: nothing is sent until another one is chosen. */
  unknownZone?: string | undefined;
  /** True while what was typed as the time is none, which `at` then does not have. */
  isUnread?: boolean;
}

/** The time of a release as it is chosen at first; without one, in the zone of the calendar. */
export const chosenTime = ({ publish_at, time_zone }: ReleaseTime, zone = readZone()): ChosenTime => ({
  at: publish_at === null ? null : momentText(Date.parse(publish_at)),
  zone: time_zone ?? zone,
});

/** A chosen time in the format of the calls. */
export const toReleaseTime = ({ at, zone }: ChosenTime): ReleaseTime => ({
  publish_at: at,
  time_zone: at === null ? null : zone,
});

/** What is missing in a chosen time; undefined for one that can be sent. */
export function missingInTime({ unknownZone, isUnread }: ChosenTime): string | undefined {
  if (isUnread) return 'Type the date and the time in full.';
  return unknownZone === undefined ? undefined : 'Choose a time zone from the list.';
}

/** In another zone, the same time of the clocks there. */
const inZone = ({ at, zone, isUnread = false }: ChosenTime, next: string): ChosenTime => ({
  isUnread,
  at: at === null ? null : momentText(momentOf(localTime(Date.parse(at), zoneOffset(zone)), zoneOffset(next))),
  zone: next,
});

interface TimeFieldsProps {
  value: ChosenTime;
  onChange: Dispatch<SetStateAction<ChosenTime>>;
  /** Their errors, by the field names of the calls. */
  errors: { publish_at: string | undefined; time_zone: string | undefined };
}

/** The inputs of a release's time: date, time and zone. */
export function TimeFields({ value, onChange, errors }: TimeFieldsProps) {
  const { unknownZone } = value;
  return (
    <Stack gap="xs">
      <MomentPicker
        label="Publish at"
        value={value.at}
        onChange={(at) => onChange((now) => ({ ...now, at }))}
        onUnread={(isUnread) => onChange((now) => ({ ...now, isUnread }))}
        zone={value.zone}
        hasZone
        isTyped
        error={errors.publish_at}
      />
      <ZoneSelect
        label="Time zone"
        value={value.zone}
        at={value.at === null ? Date.now() : Date.parse(value.at)}
        onUnknown={(text) => onChange((now) => ({ ...now, unknownZone: text }))}
        onChange={(zone) => onChange((now) => inZone(now, zone))}
        error={
          unknownZone === undefined ? errors.time_zone : `“${unknownZone}” is no time zone. Choose one from the list.`
        }
      />
    </Stack>
  );
}
