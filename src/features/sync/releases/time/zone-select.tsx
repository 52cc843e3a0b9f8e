import { Select, type SelectProps } from '@mantine/core';
import { zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { useMemo, useState } from 'react';
import { viewerZone } from '../../../../shared/field-types/date-time/time-zone.ts';
import { clockTime, fullOffset, shortWeekday } from './clock.ts';
import classes from './time.module.css';
import { findZones, listZones, zoneCity } from './zone-cities.ts';

/** How many zones are listed at a time; typing finds the others. */
const listedZones = 100;

interface ZoneSelectProps extends Pick<SelectProps, 'label' | 'aria-label' | 'error' | 'leftSection' | 'className'> {
  value: string;
  onChange: (zone: string) => void;
  /** Text that is no zone was left in the input. With it, leaving the input takes the match, as in a form. */
  onUnknown?: (text: string) => void;
  /** The moment whose offsets are shown, in milliseconds since 1970. */
  at: number;
}

/** Chooses a time zone by its city, with its offset at a moment and its current time. Enter takes the match and never submits. */
export function ZoneSelect({ value, onChange, onUnknown, at, ...input }: ZoneSelectProps) {
  const zones = useMemo(() => listZones(viewerZone(), value), [value]);
  const data = useMemo(() => zones.map((zone) => ({ value: zone, label: zoneCity(zone) })), [zones]);
  const [search, setSearch] = useState(zoneCity(value));
  const isInForm = onUnknown !== undefined;
  const offsetAt = zoneOffset(value);
  const offset = fullOffset(offsetAt(at));
  // The list chooses its first match on blur, and without one the text would be replaced by the zone as it was.
  const refuseUnknown = () => {
    if (findZones(zones, search).length === 0) onUnknown?.(search);
  };
  return (
    <Select
      {...input}
      searchable
      allowDeselect={false}
      autoSelectOnBlur={isInForm}
      limit={listedZones}
      data={data}
      filter={({ search: typed, limit }) =>
        findZones(zones, typed)
          .slice(0, limit)
          .map((zone) => ({ value: zone, label: zoneCity(zone) }))
      }
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      // What is typed replaces the zone.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={refuseUnknown}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onOptionSubmit={onChange}
      renderOption={({ option }) => <ZoneOption zone={option.value} at={at} />}
      rightSection={
        <span className={classes.offset}>{isInForm ? offset : `${offset}, ${clockTime(at, offsetAt)}`}</span>
      }
      rightSectionWidth={isInForm ? 88 : 124}
      rightSectionPointerEvents="none"
      comboboxProps={isInForm ? {} : { width: 320, position: 'bottom-end' }}
      // The scroll area would be as wide as the longest name.
      withScrollArea={false}
      styles={{ dropdown: { maxHeight: 232, overflowY: 'auto' } }}
      nothingFoundMessage="No such time zone"
    />
  );
}

function ZoneOption({ zone, at }: { zone: string; at: number }) {
  const offsetAt = zoneOffset(zone);
  const now = Date.now();
  return (
    <span className={classes.option} title={zone}>
      <span className={classes.city}>{zoneCity(zone)}</span>
      <span className={classes.offset}>{fullOffset(offsetAt(at))}</span>
      <span className={classes.clock}>
        {clockTime(now, offsetAt)} {shortWeekday(now, offsetAt)}
      </span>
    </span>
  );
}
