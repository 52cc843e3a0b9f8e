import { isTimeZone } from '@quartermaster/contract/time-zone.ts';
import { viewerZone } from '../../../../shared/field-types/date-time/time-zone.ts';
import { readStored, writeStored } from '../../../../shared/storage/storage.ts';

const key = 'release-zone';

/** The time zone of releases that the user has chosen last; else that of the browser. */
export function readZone(): string {
  const stored = readStored(key);
  return stored !== null && isTimeZone(stored) ? stored : viewerZone();
}

/** Remembers the time zone of releases. */
export const storeZone = (zone: string): void => writeStored(key, zone);
