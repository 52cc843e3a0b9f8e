import { items } from '@quartermaster/contract/endpoints/items.ts';
import { localTime, momentOf, momentsAt, type OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { momentLabel, offsetText } from '../../src/shared/field-types/date-time/time-zone.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, randomNumbers, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

// Wherever the tests run, the user is in Berlin.
vi.mock('../../src/shared/field-types/date-time/time-zone.ts', async (importOriginal) => {
  const original = await importOriginal<object>();
  return { ...original, viewerOffset: offsetsOf('Europe/Berlin'), viewerZone: () => 'Europe/Berlin' };
});

/** The offsets of a zone from the database of the runtime. */
function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

const utc = (moment: number) => new Date(moment).toISOString();
const berlin = offsetsOf('Europe/Berlin');

describe('a local time', () => {
  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'])(
    'of %s is that of the moments that it stands for',
    (zone) => {
      shows('4.types.date-time-zone');
      const offsetAt = offsetsOf(zone);
      const random = randomNumbers(7);
      for (let turn = 0; turn < 500; turn++) {
        const moment = Date.UTC(2026, 0, 1) + Math.floor(random() * 365 * 24 * 60) * 60_000;
        expect(momentsAt(localTime(moment, offsetAt), offsetAt)).toContain(moment);
      }
    },
  );

  test.each([
    ['Europe/Berlin', '2026-11-25 04:00:00', ['2026-11-25T03:00:00.000Z']],
    ['Europe/Berlin', '2026-03-29 02:30:00', []],
    ['Europe/Berlin', '2026-10-25 02:30:00', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['Europe/Berlin', '2026-10-25 03:00:00', ['2026-10-25T02:00:00.000Z']],
    ['America/New_York', '2026-03-08 02:00:00', []],
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00', []],
  ])('of %s, %s, stands for %j', (zone, local, expected) => {
    expect(momentsAt(local, offsetsOf(zone)).map(utc)).toEqual(expected);
  });

  test('that clocks skip is as much later as they go forward', () => {
    expect(localTime(momentOf('2026-03-29 02:30:00', berlin), berlin)).toBe('2026-03-29 03:30:00');
    const lordHowe = offsetsOf('Australia/Lord_Howe');
    expect(localTime(momentOf('2026-10-04 02:15:00', lordHowe), lordHowe)).toBe('2026-10-04 02:45:00');
  });

  test('is written as other dates are, and offsets in hours', () => {
    expect(momentLabel(Date.parse('2026-01-05T08:07:03Z'), berlin)).toBe('05 Jan, 2026 9:07:03');
    expect([0, 60, -210, 630].map(offsetText)).toEqual(['UTC', 'UTC+1', 'UTC-3:30', 'UTC+10:30']);
  });
});

async function openItem(start: string) {
  const server = await startTestServer();
  const fields = [field('start', 'date-time')];
  await saveTemplate(server, 'event', fields, { label: 'Event' });
  const { id } = await saveOne(server, saveBody('event', fields, { start }, { label: 'Fair' }));
  const path = `/instance/${server.studio.dev}/templates/event/items`;
  const view = await renderConsole(`${path}/${id}/edit`, { as: 'owner', server });
  const button = () => screen.findByRole('button', { name: /^The start/ });
  const saved = async () => {
    await view.user.keyboard('{Control>}{Enter}{/Control}');
    await view.untilPath(path);
    const params = { instanceId: server.studio.dev, templateId: 'event', id };
    return (await server.call(items.get, { params }, { as: 'owner' })).item.fields[0]?.value;
  };
  /** Chooses another day, at the same time. */
  const choose = async (day: string) => {
    await view.user.click(await button());
    const dialog = await screen.findByRole('dialog');
    await view.user.click(within(dialog).getByRole('button', { name: day }));
    await view.user.keyboard('{Escape}');
  };
  return { ...view, button, saved, choose };
}

test('a date is shown in the time zone of the user, which is named, and saved in UTC', async () => {
  shows('4.types.date-time-zone', '4.types.date-time');
  const { button, saved, choose } = await openItem('2026-11-24T03:00:00Z');
  expect((await button()).textContent).toBe('24 Nov, 2026 4:00:00');
  await choose('25 November 2026');
  expect(screen.getByText('Europe/Berlin, UTC+1. In UTC: 2026-11-25T03:00:00Z')).toBeTruthy();
  expect(await saved()).toBe('2026-11-25T03:00:00Z');
  const cell = await screen.findByText('25 Nov, 2026 4:00:00 UTC+1');
  expect([cell.title, cell.getAttribute('datetime')]).toEqual([
    '2026-11-25T03:00:00Z, shown in Europe/Berlin',
    '2026-11-25T03:00:00Z',
  ]);
});

test('a time that clocks skip becomes a later one, and it says so', async () => {
  shows('4.types.date-time-zone');
  const { button, saved, choose } = await openItem('2026-03-28T01:30:00Z');
  await choose('29 March 2026');
  expect(await screen.findByText(/Clocks skip 2026-03-29 02:30:00 in this time zone/)).toBeTruthy();
  expect((await button()).textContent).toBe('29 Mar, 2026 3:30:00');
  expect(await saved()).toBe('2026-03-29T01:30:00Z');
});

test('of a time that clocks show twice, one is chosen', async () => {
  shows('4.types.date-time-zone');
  const { user, saved, choose } = await openItem('2026-10-24T00:30:00Z');
  expect(screen.queryByLabelText('Clocks show this time twice')).toBeNull();
  await choose('25 October 2026');
  const twice = await screen.findByLabelText('Clocks show this time twice');
  expect([...twice.querySelectorAll('option')].map(({ label }) => label)).toEqual(['First, UTC+2', 'Second, UTC+1']);
  await user.selectOptions(twice, 'Second, UTC+1');
  expect(await saved()).toBe('2026-10-25T01:30:00Z');
});

test('a list is filtered by a range of dates, written in the time zone of the user', async () => {
  shows('4.types.date-time-zone');
  const server = await startTestServer();
  const fields = [field('start', 'date-time')];
  await saveTemplate(server, 'event', fields, { label: 'Event' });
  for (const day of ['24', '25', '26'])
    await saveOne(server, saveBody('event', fields, { start: `2026-11-${day}T03:00:00Z` }, { label: `Fair ${day}` }));
  const filter = encodeURIComponent('start:between:2026-11-25T03:00:00Z .. 2026-11-26T03:00:00Z');
  await renderConsole(`/instance/${server.studio.dev}/templates/event/items?filter=${filter}`, { as: 'owner', server });
  const filters = await screen.findByRole('list', { name: 'Filters' });
  expect(filters.textContent).toContain('25 Nov, 2026 4:00:00 UTC+1 – 26 Nov, 2026 4:00:00 UTC+1');
  expect(await screen.findByText('Fair 25')).toBeTruthy();
  expect(screen.getByText('Fair 26')).toBeTruthy();
  expect(screen.queryByText('Fair 24')).toBeNull();
});
