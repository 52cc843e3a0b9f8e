import { items } from '@quartermaster/contract/endpoints/items.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { focusManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { readDay, readTime } from '../../src/shared/field-types/date-time/typed-moment.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { eventually } from '../support/eventually.ts';
import { weapon } from '../support/item-content.ts';
import { allSent } from '../support/mailbox.ts';
import { hour, releasesOf } from '../support/release-calls.ts';
import { saveOne } from '../support/sample-template.ts';
import type { TestServer } from '../support/server.ts';
import { valuesOf } from '../support/sync.ts';
import { syncAll, withWeapons } from './sync-studio.ts';

let server: TestServer | undefined;
afterEach(async () => {
  if (server) await allSent(server.app);
});

test('a time is typed as people write it', () => {
  expect(['18:30', '6 pm', '12 am', '9.05', '0930'].map(readTime)).toEqual(
    ['18:30', '18:00', '00:00', '9:05', '09:30'].map((time) => time.padStart(5, '0')),
  );
  expect(['', '1', '18:3', '25:00', '13 pm', 'noon', '18:60'].map(readTime)).toEqual(Array(7).fill(null));
});

test('selected changes are planned with a name, a time and a zone; others with the same items are named', async () => {
  shows('4.releases.page-plan', '4.releases.page-zone');
  const studio = await withWeapons();
  server = studio.server;
  const dev = releasesOf(server);
  const other = await dev.create({ name: 'Everything', ...dev.timeIn(50 * hour) });
  const { user, overlay, path, untilPath } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all changes of Material' }));
  await user.click(screen.getByRole('button', { name: 'Plan release' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New release' }));
  const named = await dialog.findByRole('link', { name: 'Everything' });
  expect(named.getAttribute('href')).toBe(`/instance-sync/releases/${other}?instance=${server.studio.dev}`);
  expect(named.closest('li')?.textContent).toMatch(/Berlin, UTC\+0\d:00: 2 same items, 1 same template/);
  const plan = dialog.getByRole('button', { name: 'Create release' });
  await waitFor(() => expect(plan).toHaveProperty('disabled', false));
  await user.click(plan);
  expect(await dialog.findByText('Name is a required field')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), '1.4.2, Halloween');
  await user.type(dialog.getByRole('textbox', { name: /^Notes/ }), 'Pumpkins');
  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  // What is no zone is never sent as another one.
  await user.clear(zone);
  await user.type(zone, 'Atlantis{Enter}{Tab}');
  expect(await dialog.findByText('“Atlantis” is no time zone. Choose one from the list.')).toBeTruthy();
  expect(plan).toHaveProperty('disabled', true);
  expect(dialog.getByText('Choose a time zone from the list.')).toBeTruthy();
  // Enter takes the match, and does not submit the dialog.
  await user.clear(zone);
  await user.type(zone, 'los ang');
  await within(overlay).findByRole('option', { name: /^Los Angeles ?UTC−0[78]:00 ?\d\d:\d\d \w{3}$/ });
  await user.keyboard('{Enter}{Enter}');
  expect(zone).toHaveProperty('value', 'Los Angeles');
  expect(await dev.list()).toHaveLength(1);
  await user.clear(zone);
  await user.type(zone, 'tokyo');
  await user.tab();
  expect(zone).toHaveProperty('value', 'Tokyo');
  const date = await dialog.findByRole('textbox', { name: /^Publish at/ });
  const year = new Date().getFullYear() + 1;
  await user.type(date, 'next friday');
  await user.tab();
  expect(date).toHaveProperty('value', 'next friday');
  expect(dialog.getByText('Type a date, such as 1 Dec 2026')).toBeTruthy();
  expect(plan).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('textbox', { name: 'Name' }));
  await user.tab();
  // Tab selects what is there, as outside of dialogs.
  await user.keyboard(`15 Mar ${year}{Enter}`);
  expect(date).toHaveProperty('value', `15 Mar ${year}`);
  const time = dialog.getByLabelText('Time');
  fireEvent.change(time, { target: { value: '18:3' } });
  fireEvent.blur(time);
  // It is neither dropped nor taken for another time.
  expect(time).toHaveProperty('value', '18:3');
  expect(dialog.getByText('Type a time, such as 18:30 or 6 pm')).toBeTruthy();
  expect(plan).toHaveProperty('disabled', true);
  expect(dialog.getByText('Type the date and the time in full.')).toBeTruthy();
  // Another date does not make up for it.
  fireEvent.input(date, { target: { value: `16 Mar ${year}` } });
  fireEvent.blur(date);
  expect(dialog.getByText('Type a time, such as 18:30 or 6 pm')).toBeTruthy();
  expect(plan).toHaveProperty('disabled', true);
  fireEvent.input(date, { target: { value: `15 Mar ${year}` } });
  fireEvent.blur(date);
  fireEvent.change(time, { target: { value: '18:30' } });
  await user.click(dialog.getByRole('checkbox', { name: 'Export stage afterwards' }));
  await user.click(dialog.getByRole('button', { name: 'Plan release' }));
  await dialog.findByText(/^The release is planned/);
  expect(document.activeElement).toBe(dialog.getByRole('link', { name: 'Open the release' }));
  const made = (await dev.planned()).find(({ name }) => name === '1.4.2, Halloween');
  expect(made).toMatchObject({
    notes: 'Pumpkins',
    time_zone: 'Asia/Tokyo',
    exports_after: true,
    is_all: false,
    counts: { items: 2, templates: 1, menu: false },
  });
  // The day and the time of the clocks in Tokyo.
  expect(new Date(made?.publish_at ?? '').toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' })).toBe(
    `${year}-03-15 18:30:00`,
  );
  const address = `/instance-sync/releases/${made?.id}?instance=${server.studio.dev}`;
  expect(dialog.getByText((text) => text.endsWith(address))).toBeTruthy();
  await user.click(dialog.getByRole('link', { name: 'Open the release' }));
  await untilPath(`/instance-sync/releases/${made?.id}`);
  expect(await screen.findByRole('heading', { level: 1, name: '1.4.2, Halloween' })).toBeTruthy();
  expect(path()).toBe(address);
});

test.each([
  ['2026-12-01', '2026-12-01'],
  ['1 Dec 2026', '2026-12-01'],
  ['December 1, 2026', '2026-12-01'],
  ['31 Feb 2027', null],
  ['2027-02-31', null],
  ['1 Dec', null],
  ['01/12/2026', null],
  ['tomorrow', null],
])('the typed day %s is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test('a release starts in the zone of the calendar, also from the changes; typing replaces the zone', async () => {
  const studio = await withWeapons();
  server = studio.server;
  const { user, overlay, close, browser } = await renderConsole('/instance-sync/releases', { server, as: 'owner' });
  const shown = await screen.findByRole('combobox', { name: 'Time zone' });
  const select = vi.spyOn(shown as HTMLInputElement, 'select');
  fireEvent.focus(shown);
  expect(select).toHaveBeenCalledOnce();
  await user.click(shown);
  await user.keyboard('tokyo');
  await user.click(await within(overlay).findByRole('option', { name: /^Tokyo/ }));
  await user.click(screen.getByRole('button', { name: 'New release' }));
  const zoneIn = async () =>
    within(await screen.findByRole('dialog', { name: 'New release' })).findByRole('combobox', { name: 'Time zone' });
  expect(await zoneIn()).toHaveProperty('value', 'Tokyo');
  close();
  await renderConsole('/instance-sync', { server, as: 'owner', browser });
  await user.click(await screen.findByRole('button', { name: 'Plan release' }));
  expect(await zoneIn()).toHaveProperty('value', 'Tokyo');
});

test('a release shows what it would change; its time is changed, and it is published, undone and cancelled', async () => {
  shows('4.releases.page');
  const studio = await withWeapons();
  server = studio.server;
  const dev = releasesOf(server);
  const id = await dev.create({ name: 'Halloween', notes: 'Pumpkins', ...dev.timeIn(50 * hour, 'Asia/Tokyo') });
  // In another month than the first, whatever today is.
  const second = await dev.create({ name: 'Christmas', ...dev.timeIn(40 * 24 * hour) });
  let isLate = true;
  const { publish_at: at } = await dev.get(id);
  const { user, overlay, untilPath } = await renderConsole(
    `/instance-sync/releases?date=${at?.slice(0, 10)}&zone=UTC`,
    {
      server,
      as: 'owner',
      // The clock of the server stays: the release would be published.
      intercept: (fetch) => (input, init) => {
        const { body } = init ?? {};
        const isTime = isLate && typeof body === 'string' && body.includes('"publish_at":"');
        return fetch(input, isTime ? { ...init, body: body.replace(/("publish_at":")\d+/, '$12020') } : init);
      },
    },
  );
  const month = within(await screen.findByRole('grid', { name: /^Releases, / }));
  await user.click(await month.findByRole('link', { name: /^Halloween ?, planned,/ }));
  const panel = within(await screen.findByRole('complementary', { name: 'Release Halloween' }));
  expect(panel.getByText('Pumpkins')).toBeTruthy();
  expect(panel.getByText('Tokyo, UTC+09:00')).toBeTruthy();
  expect(await panel.findByText('7 changes')).toBeTruthy();
  for (const name of ['Cancel release', 'Change time', 'Publish now'])
    expect(panel.getByRole('button', { name })).toBeTruthy();
  await user.click(panel.getByRole('link', { name: '1 more change' }));
  await untilPath(`/instance-sync/releases/${id}`);
  await screen.findByRole('heading', { level: 1, name: 'Halloween' });
  expect(screen.getByText('Pumpkins')).toBeTruthy();
  expect(screen.getByText('Tokyo, UTC+09:00')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Christmas' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Template added: Weapon' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Change time' }));
  const time = within(await screen.findByRole('dialog', { name: 'Change time' }));
  // The time has passed when it arrives: the error is at the input, until another time is chosen.
  const publishAt = await time.findByRole('textbox', { name: /^Publish at/ });
  await user.click(time.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(publishAt.getAttribute('aria-invalid')).toBe('true'));
  expect(time.getByText('Must be in the future')).toBeTruthy();
  expect(within(time.getByRole('alert')).queryByText('Must be in the future')).toBeNull();
  isLate = false;
  await user.click(await time.findByRole('button', { name: 'Clear' }));
  await user.click(time.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No time yet')).toBeTruthy();
  expect(await dev.get(id)).toMatchObject({ publish_at: null, time_zone: null });

  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  const publish = within(await screen.findByRole('dialog', { name: 'Publish “Halloween”' }));
  const yes = publish.getByRole('button', { name: 'Yes, publish to stage' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  await user.click(yes);
  expect(await within(overlay).findByText('The release was published')).toBeTruthy();
  expect(await screen.findByText('published')).toBeTruthy();
  expect(await valuesOf(server, server.studio.stage, studio.weapons[0] ?? 0)).toBeDefined();
  const { sync_id: syncId } = await dev.get(id);
  // What it has changed stays listed.
  expect(await screen.findByRole('link', { name: 'Template added: Weapon' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the synced changes' }).getAttribute('href')).toBe(
    `/instance-sync/history/${syncId}?instance=${server.studio.dev}`,
  );

  await user.click(screen.getByRole('link', { name: 'Show the synced changes' }));
  const back = await screen.findByRole('link', { name: `Release ${id}` });
  await user.click(back);
  await untilPath(`/instance-sync/releases/${id}`);

  await user.click(await screen.findByRole('button', { name: 'Undo this release' }));
  const undo = within(await screen.findByRole('dialog', { name: 'Undo “Halloween”' }));
  const undoIt = undo.getByRole('button', { name: 'Yes, undo it' });
  await waitFor(() => expect(undoIt).toHaveProperty('disabled', false));
  await user.click(undoIt);
  expect(await screen.findByText('undone')).toBeTruthy();
  expect(await valuesOf(server, server.studio.stage, studio.weapons[0] ?? 0)).toBeUndefined();

  await user.click(screen.getByRole('link', { name: 'Back to Releases' }));
  await user.click(await screen.findByRole('link', { name: 'List' }));
  const table = within(await screen.findByRole('grid', { name: 'Releases' }));
  await user.click(await table.findByRole('link', { name: 'Christmas' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel release' }));
  const question = within(await screen.findByRole('dialog', { name: 'Cancel release' }));
  await user.click(question.getByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('cancelled')).toBeTruthy();
  expect(await dev.get(second)).toMatchObject({ state: 'cancelled' });
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
});

test('one that was refused says why, and can be planned again', async () => {
  shows('4.releases.page-refused');
  const studio = await withWeapons();
  server = studio.server;
  const dev = releasesOf(server);
  const id = await dev.create();
  server.clock.advance(30 * hour);
  await dev.run(id);
  await renderConsole(`/instance-sync/releases/${id}?instance=${server.studio.dev}`, { server, as: 'owner' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('It was not published, and nothing has changed');
  expect(alert.textContent).toContain('No server could publish it within 24 hours after its time.');
  for (const name of ['Change time', 'Publish now']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel release' })).toBeNull();
  await eventually(async () => expect((await dev.get(id)).state).toBe('refused'));
});

test('a release published before its time shows when it was, with the decisions that were made when it was planned', async () => {
  shows('4.releases.page-decided');
  const studio = await withWeapons();
  server = studio.server;
  await syncAll(server);
  const [sword = 0] = studio.weapons;
  const edit = async (instanceId: number, cost: number) => {
    const place = { params: { instanceId, templateId: 'weapon', id: sword } };
    const { item } = await studio.server.call(items.get, place, { as: 'owner' });
    const { fields } = item;
    const body = {
      template_id: 'weapon',
      internal_label: 'Sword',
      id: sword,
      version: item.version,
      fields: fields.map((field) => ({
        ...field,
        status: 2 as const,
        ...(field.template_field_id === 'cost' && { value: cost }),
      })),
    };
    await studio.server.call(items.save, { params: { instanceId }, body }, { as: 'owner' });
  };
  await edit(server.studio.dev, 20);
  await edit(server.studio.stage, 30);
  const dev = releasesOf(server);
  const id = await dev.create({ ...dev.timeIn(50 * hour, 'Asia/Tokyo'), conflicts: 'source' });
  const { user } = await renderConsole(`/instance-sync/releases/${id}?instance=${server.studio.dev}`, {
    server,
    as: 'owner',
  });
  await user.click(await screen.findByRole('button', { name: 'Publish now' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish “Halloween”' }));
  expect(await dialog.findByText('1 conflict was decided when the release was planned.')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Decisions', hidden: true })).getByText(/all conflicts/)).toBeTruthy();
  expect(dialog.queryByRole('region', { name: /^1 conflict/ })).toBeNull();
  // They can still be decided in another way.
  await user.click(dialog.getByRole('button', { name: 'Decide again' }));
  expect(await dialog.findByRole('region', { name: /^1 conflict/ })).toBeTruthy();
  expect(await dev.publish(id)).toMatchObject({ state: 'applied' });
  const { ended_at: at } = await dev.get(id);
  expect(await valuesOf(server, server.studio.stage, sword)).toMatchObject({ cost: 20 });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await renderConsole(`/instance-sync/releases/${id}?instance=${server.studio.dev}`, { server, as: 'owner' });
  await waitFor(() =>
    expect(document.querySelector(`time[datetime="${at}"]`)?.textContent).toMatch(/Tokyo, UTC\+09:00/),
  );
  // So does the calendar, with what was in it.
  await renderConsole(`/instance-sync/releases?release=${id}&zone=UTC`, { server, as: 'owner' });
  const panel = within(await screen.findByRole('complementary', { name: 'Release Halloween' }));
  expect(await panel.findByText('1 change')).toBeTruthy();
  expect(await panel.findByText('Sword')).toBeTruthy();
  expect(panel.getByText('Published')).toBeTruthy();
  expect(within(panel.getByRole('list', { name: 'Decisions' })).getByText(/all conflicts/)).toBeTruthy();
});

test('the calendar says when a release was cancelled, and counts none', async () => {
  server = (await withWeapons()).server;
  const dev = releasesOf(server);
  const id = await dev.create({ name: 'Halloween', ...dev.timeIn(50 * hour, 'UTC') });
  await server.call(releases.cancel, { params: { instanceId: server.studio.dev, releaseId: id } }, { as: 'owner' });
  const { publish_at: at } = await dev.get(id);
  const address = `/instance-sync/releases?date=${at?.slice(0, 10)}&zone=UTC&release=${id}`;
  await renderConsole(address, { server, as: 'owner' });
  const panel = within(await screen.findByRole('complementary', { name: 'Release Halloween' }));
  expect(panel.getByText('a moment ago')).toBeTruthy();
  expect(panel.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'From, to',
    'Cancelled',
    'Planned for',
    'Planned by',
    'Changes',
  ]);
  expect(screen.queryByText('to', { exact: true })).toBeNull();
});

/** Four releases on a day, late in the evening of UTC, and the address of the calendar of that day. */
async function withDay() {
  const studio = await withWeapons();
  server = studio.server;
  const now = server.clock.now();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 3, 23, 30));
  const dev = releasesOf(server);
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await dev.create({ name, publish_at: at.toISOString(), time_zone: 'UTC' });
  const dayText = (date: Date) => {
    const text = (options: Intl.DateTimeFormatOptions) =>
      date.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
    return `${text({ weekday: 'long' })}, ${date.getUTCDate()} ${text({ month: 'long' })} ${text({ year: 'numeric' })}`;
  };
  const next = new Date(at.getTime() + 24 * hour * 1000);
  const path = `/instance-sync/releases?date=${at.toISOString().slice(0, 10)}&zone=UTC`;
  return { server: studio.server, path, day: dayText(at), nextDay: dayText(next) };
}

test('the calendar counts the releases of a day, is used by keyboard, and follows the chosen time zone', async () => {
  shows('4.releases.page');
  const { server, path, day, nextDay } = await withDay();
  const periods: number[] = [];
  const { user, overlay, untilPath } = await renderConsole(path, {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      const bound = (name: string) => Date.parse(searchParams.get(name) ?? '');
      if (pathname.endsWith('/releases')) periods.push((bound('to') - bound('from')) / 1000 / hour / 24);
      return fetch(input, init);
    },
  });
  const cell = await screen.findByRole('gridcell', { name: new RegExp(`^${day}, 4 releases`) });
  expect(screen.getByText('4 planned')).toBeTruthy();
  // The others are in the week.
  expect(within(cell).getAllByRole('link')).toHaveLength(2);
  cell.focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toContain(nextDay);
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(document.activeElement?.textContent).toBe('One, planned, 23:30, to stage');
  await user.keyboard('{Enter}');
  await screen.findByRole('complementary', { name: 'Release One' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Release One' })).toBeNull());
  await user.click(screen.getByRole('link', { name: /^3 more releases on / }));
  await waitFor(() =>
    expect(within(screen.getByRole('gridcell', { name: /, 4 releases/ })).getAllByRole('link')).toHaveLength(4),
  );
  expect(screen.getAllByRole('gridcell')).toHaveLength(7);
  // In Tokyo it is the morning of the next day.
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await user.click(zone);
  await user.keyboard('osaka');
  await within(overlay).findByRole('option', { name: /^Tokyo ?UTC\+09:00/ });
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('link', { name: 'Month' }));
  const inTokyo = await screen.findByRole('gridcell', { name: new RegExp(`^${nextDay}, 4 releases`) });
  expect(within(inTokyo).getByRole('link', { name: /^One ?, planned, ?08:30 ?, to stage$/ })).toBeTruthy();
  await untilPath('/instance-sync/releases');
  expect(periods.length).toBeGreaterThan(0);
  // Six weeks, and an hour if clocks change.
  for (const days of periods) expect(days).toBeLessThan(42.1);
});

test('a week has its hours, and a line at the current time of today', async () => {
  const { server } = await withDay();
  const { root, close } = await renderConsole('/instance-sync/releases?view=week&zone=UTC', { server, as: 'owner' });
  const today = await screen.findByRole('gridcell', { current: 'date' });
  expect(root.querySelectorAll('[data-now]')).toHaveLength(1);
  expect(today.querySelector('[data-now]')).toBeTruthy();
  expect(screen.getByText('09:00')).toBeTruthy();
  close();
  const other = await renderConsole('/instance-sync/releases?view=week&date=2035-01-31', { server, as: 'owner' });
  await screen.findAllByRole('gridcell');
  expect(other.root.querySelector('[data-now]')).toBeNull();
});

test('a month without releases says how to plan one; on a phone the days are a list whose links lead to the releases', async () => {
  shows('4.releases.page');
  const { server, path } = await withDay();
  const { user } = await renderConsole('/instance-sync/releases?date=2035-01-31', { server, as: 'owner' });
  const none = await screen.findByText(/^Nothing in January 2035\. /);
  expect(none.parentElement).toBe(screen.getByRole('navigation', { name: 'View' }).parentElement);
  expect(screen.getAllByRole('gridcell')).toHaveLength(35);
  screen.getByRole('gridcell', { name: 'Wednesday, 31 January 2035' }).focus();
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('grid', { name: 'Releases, February 2035' });
  expect(document.activeElement?.textContent).toContain('Thursday, 1 February 2035');
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
  try {
    await renderConsole(path, { server, as: 'owner' });
    const agenda = within(await screen.findByRole('region', { name: /^Releases, / }));
    const link = await agenda.findByRole('link', { name: /^One ?, planned/ });
    expect(link.getAttribute('href')).toMatch(/^\/instance-sync\/releases\/\d+\?instance=/);
    expect(agenda.getAllByRole('listitem')).toHaveLength(4);
  } finally {
    width.mockRestore();
  }
});

test('the panel of a release has what it does to the sum of the number that it changes', async () => {
  shows('5.numbers.small');
  const studio = await withWeapons();
  server = studio.server;
  const weigh = async (weight: number, version: number) => {
    const { fields, ...rest } = weapon('Sword', { weight });
    const changed = fields.map((one) => ({ ...one, status: version === 1 ? (1 as const) : (2 as const) }));
    await saveOne(studio.server, { ...rest, fields: changed, id: studio.weapons[0] ?? 0, version });
  };
  await weigh(1.5, 1);
  await syncAll(server);
  await weigh(3, 2);
  const id = await releasesOf(server).create();
  const calls: string[] = [];
  const intercept = (fetch: typeof globalThis.fetch) => async (url: RequestInfo | URL, init?: RequestInit) => {
    const response = await fetch(url, init);
    if (/\/changes[/?]/.test(String(url))) calls.push(String(init?.body).includes('"chart"') ? 'drawn' : 'listed');
    return response;
  };
  const { close } = await renderConsole(`/instance-sync/releases?release=${id}`, { server, as: 'owner', intercept });
  const panel = within(await screen.findByRole('complementary', { name: 'Release Halloween' }));
  expect((await panel.findByText('Sum of Weight')).nextElementSibling?.textContent).toBe('1.5 → 3+100 %');
  // As if the user returned to the page later: its contents are the same, and so is the sum.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  calls.length = 0;
  for (const isFocused of [false, true]) focusManager.setFocused(isFocused);
  await waitFor(() => expect(calls).toContain('listed'));
  expect(panel.getByText('Sum of Weight')).toBeTruthy();
  expect(calls).not.toContain('drawn');
  close();
  // Of what is published already, nothing is left to change.
  await releasesOf(server).publish(id);
  await renderConsole(`/instance-sync/releases?release=${id}`, { server, as: 'owner' });
  await screen.findByRole('button', { name: 'Undo this release' });
  expect(screen.queryByText('Sum of Weight')).toBeNull();
});
