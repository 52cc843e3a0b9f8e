import { format } from 'date-fns/format';
import { expect, test } from 'vitest';
import { dayOfWeek, isoDay, spokenDay, timeOfDay } from '../../src/shared/ui/date-time.ts';

test('dates and times are formatted as date-fns formats them with its own texts', () => {
  for (let month = 0; month < 12; month += 1) {
    const moment = new Date(2026, month, 3 * month + 1, month, 5);
    const text = moment.toISOString();
    expect(dayOfWeek(text)).toBe(format(moment, 'EEEE, dd MMM, yyyy'));
    expect(spokenDay(moment)).toBe(format(moment, 'd MMMM yyyy'));
    expect(isoDay(moment)).toBe(format(moment, 'yyyy-MM-dd'));
    expect(timeOfDay(text)).toBe(format(moment, 'H:mm'));
  }
});
