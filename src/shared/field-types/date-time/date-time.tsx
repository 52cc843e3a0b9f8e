import { millisecondsOf } from '@quartermaster/contract/field-types/moment.ts';
import { IconCalendarClock } from '../../ui/icons/calendar-clock.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import { DateTimeFilterInput } from './date-time-filter.tsx';
import { momentLabel, offsetText, viewerOffset, viewerZone } from './time-zone.ts';

function textOf(moment: string) {
  const at = millisecondsOf(moment);
  return Number.isNaN(at) ? moment : `${momentLabel(at, viewerOffset)} ${offsetText(viewerOffset(at))}`;
}

/** The moment in the viewer's time zone, with its offset; in UTC in the tooltip. */
export const dateTime: FieldTypeView<'date-time'> = {
  icon: IconCalendarClock,
  color: 'yellow',
  width: 220,
  cell: (value) => (
    <time dateTime={String(value)} title={`${value}, shown in ${viewerZone()}`}>
      {textOf(String(value))}
    </time>
  ),
  FilterInput: DateTimeFilterInput,
  filterText: textOf,
};
