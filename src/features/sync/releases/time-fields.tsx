import { type OptionsFilter, Select, Stack } from '@mantine/core';
import { momentText } from '@quartermaster/contract/field-types/moment.ts';
import { useMemo, useState } from 'react';
import type { ReleaseTime } from '../../../shared/data/sync/releases.ts';
import { MomentPicker } from '../../../shared/field-types/date-time/late-moment-picker.tsx';
import { localTime, momentOf, viewerZone, zoneOffset } from '../../../shared/field-types/date-time/time-zone.ts';

/** A time that is being chosen: its zone is known before. */
interface ChosenTime {
  at: string | null;
  zone: string;
  /** Text that was typed as the zone and is none: nothing is sent until another one is chosen. */
  unknownZone?: string | undefined;
}

/** The time of a release as it is chosen at first; without one, in the viewer's zone. */
export const chosenTime = ({ publish_at, time_zone }: ReleaseTime): ChosenTime => ({
  at: publish_at === null ? null : momentText(Date.parse(publish_at)),
  zone: time_zone ?? viewerZone(),
});

/** A chosen time in the format of the calls. */
export const toReleaseTime = ({ at, zone }: ChosenTime): ReleaseTime => ({
  publish_at: at,
  time_zone: at === null ? null : zone,
});

/** True unless what was typed as the zone is none. */
export const isReleaseTime = ({ unknownZone }: ChosenTime): boolean => unknownZone === undefined;

/** In another zone, the same time of the clocks there. */
const inZone = ({ at, zone }: ChosenTime, next: string): ChosenTime => ({
  at: at === null ? null : momentText(momentOf(localTime(Date.parse(at), zoneOffset(zone)), zoneOffset(next))),
  zone: next,
});

const words = (zone: string): string =>
  zone
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim();

/** Zones are found by the words of their names: `los ang` is `America/Los_Angeles`. */
const findZones: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => 'label' in option && words(option.label).includes(words(search))).slice(0, limit);

/** How many zones are listed at a time; typing finds the others. */
const listedZones = 100;

interface TimeFieldsProps {
  value: ChosenTime;
  onChange: (value: ChosenTime) => void;
  /** Their errors, by the field names of the calls. */
  errors: { publish_at: string | undefined; time_zone: string | undefined };
}

/** The inputs of a release's time: date, time and zone. */
export function TimeFields({ value, onChange, errors }: TimeFieldsProps) {
  const zones = useMemo(
    () => [...new Set(['UTC', viewerZone(), value.zone, ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [value.zone],
  );
  const [search, setSearch] = useState(value.zone);
  const { unknownZone } = value;
  // The list chooses its first match on blur, and without one the text would be replaced by the zone as it was.
  const refuseUnknown = () => {
    const isFound = zones.some((zone) => words(zone).includes(words(search)));
    if (!isFound) onChange({ ...value, unknownZone: search });
  };
  return (
    <Stack gap="xs">
      <MomentPicker
        label="Publish at"
        value={value.at}
        onChange={(at) => onChange({ ...value, at })}
        zone={value.zone}
        hasZone
        error={errors.publish_at}
      />
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        autoSelectOnBlur
        limit={listedZones}
        data={zones}
        filter={findZones}
        value={value.zone}
        searchValue={search}
        onSearchChange={setSearch}
        onBlur={refuseUnknown}
        onOptionSubmit={(zone) => onChange(inZone(value, zone))}
        error={
          unknownZone === undefined ? errors.time_zone : `“${unknownZone}” is no time zone. Choose one of the list.`
        }
        nothingFoundMessage="No such time zone"
      />
    </Stack>
  );
}
