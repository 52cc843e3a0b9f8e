import type { MomentUnit } from '@quartermaster/contract/content/chart-bins.ts';
import { localTime, type OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { momentLabel } from '../../../../shared/field-types/date-time/time-zone.ts';

/** A moment, in seconds since 1970, as precisely as a unit says: `05 Jan, 2026 9:00`, `05 Jan, 2026`, `Jan 2026`, `2026`. */
export function unitMomentText(seconds: number, unit: MomentUnit, offsetAt: OffsetAt): string {
  const moment = seconds * 1000;
  if (unit === 'year') return String(Number(localTime(moment, offsetAt).slice(0, 4)));
  const [, date = '', year = '', time = ''] = /^(.+), (\S+) (.+):\d\d$/.exec(momentLabel(moment, offsetAt)) ?? [];
  if (unit === 'month') return `${date.slice(3)} ${year}`;
  return unit === 'day' ? `${date}, ${year}` : `${date}, ${year} ${time}`;
}
