import { format } from 'date-fns/format';
import { expect, test } from 'vitest';
import { dayOfWeek, dueText, isoDay, timeOfDay, whenText } from '../../src/shared/ui/date-time.ts';

test('dates and times are formatted as date-fns formats them with its own texts', () => {
  for (let month = 0; month < 12; month += 1) {
    const moment = new Date(2026, month, 3 * month + 1, month, 5);
    const text = moment.toISOString();
    expect(dayOfWeek(text)).toBe(format(moment, 'EEEE, dd MMM, yyyy'));
    expect(isoDay(moment)).toBe(format(moment, 'yyyy-MM-dd'));
    expect(timeOfDay(text)).toBe(format(moment, 'HH:mm'));
  }
});

test('what is due within six days has its weekday and time, anything else its day', () => {
  const now = new Date(2026, 0, 5, 12, 0);
  const due = (days: number) => dueText(new Date(2026, 0, 5 + days, 9, 7).toISOString(), now);
  expect([due(1), due(5), due(8), due(-1)]).toEqual([
    expect.stringMatching(/^Tue 09:07 \S+$/),
    expect.stringMatching(/^Sat 09:07 \S+$/),
    '13 Jan',
    '04 Jan',
  ]);
});

test('what was within a week is so long ago, anything else its day', () => {
  const now = new Date(2026, 0, 12, 9, 7, 3).getTime();
  const before = (seconds: number) => whenText(new Date(now - seconds * 1000).toISOString(), now);
  expect([before(3), before(720), before(6 * 86_400), before(7 * 86_400)]).toEqual([
    'a moment ago',
    '12 minutes ago',
    '6 days ago',
    '05 Jan, 2026',
  ]);
});
