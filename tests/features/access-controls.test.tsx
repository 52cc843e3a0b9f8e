import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addMember, grantRole } from '../../server/modules/workspaces/service.ts';
import {
  accessTable,
  type Caller,
  callers,
  type PlaceName,
  places,
  type SubscriptionCase,
  type SubscriptionName,
  screenTable,
  subscriptions,
} from '../server/access-table.ts';
import type { Row } from '../specification/row.ts';
import { shows } from '../specification/shows.ts';
import { type AccessWorld, buildAccessWorld, type WorldPlace } from '../support/access-world.ts';
import { renderConsole } from '../support/console.tsx';
import { isLong } from '../support/long.ts';
import { type Expected, mayCall } from '../support/may-call.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser } from '../support/server-browser.ts';
import { type Control, frame, items, type Needed, type Page, pages, settingsFrame } from './access-pages.ts';
import { choose } from './choose-instance.ts';

const reader = (...more: Caller['holds']): Caller => ({ signedIn: true, role: 'member', holds: ['READ', ...more] });

/** Members who work with content also have READ: most pages require it in addition. */
const people = {
  'a member without roles': callers['a member without roles'],
  'a member who reads': reader(),
  'a member who exports': reader('EXPORT'),
  'a member who creates items': reader('CREATE_ITEM'),
  'a member who creates templates': reader('CREATE_TEMPLATE'),
  'a member who sets up the navigation': reader('MENU_MANAGEMENT'),
  'a member who looks at changes': reader('INSTANCE_CHANGES'),
  'a member who moves changes': reader('INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES'),
  'an admin without roles': callers['an admin without roles'],
  'an admin with roles': callers['an admin with roles'],
  'an owner': callers['an owner'],
} satisfies Record<string, Caller>;
type Person = keyof typeof people;

const paletteLabels = Object.values(fieldTypes).flatMap(({ inPalette, label }) => (inPalette ? [label] : []));

/** Buttons and links without a call, or to a page with a guard of its own. */
const free: readonly RegExp[] = [
  /^(Open billing|Show conflicts|Show or hide the characters)$/,
  /^(Skip to content|Theme|Account|Quartermaster, home|Settings|Matrix|thing|Projects|First|Second|Third|Close|Search everything(?:Ctrl.*|⌘.*)?)$/,
  /^((Switch to )?(dev|stage|prod))$/,
  /^(Change instance|Back to|Quick start demo|Copy|Report|(First|Second|Third)dev)/,
  // The header of an item
  /(in|from) (stage|prod)( yet|, too)?$/,
  // The home page
  /^(Images|thing)\d+ (image|item)s?/,
  /^\d+ changes? ahead of (stage|prod)$/,
  /^Dashboard of (dev|stage|prod)$/,
  // What waits depends on the content, too: tests/server/overview.test.ts
  /^(Review of \d+ items?|\d+ conflicts?( to decide)?)/,
  // The item form
  /^(Previous item|Next item|Used by|Used by, links and history)$/,
  // Lists
  /^(Apply|Filter|Refresh|Columns|Group|Table|Gallery|ID|Label|title|cost|First|Previous|Next|Last|1|Item 1)$/,
  // The activity
  /^(Items of changes \d+|All activity|More filters|(Show|No) earlier entries|(synced|edited|imported|restored|undid) .*|the navigation|changes \d+)$/,
  // Instance sync
  /^(History|Template|Select all changes of|Select |Template thing|Review \d+ by|(Updated: )?Navigation|\d\d \w+, \d{4} )/,
  // The calendar of releases
  /^((Previous|Next) month|Today|Month|Week|List|Halloween, \w+, .*, to \w+)$/,
  // Proposals and their states
  /^(Open|Applied|Balance)$/,
  // Billing depends on the state of the subscription: billing-changes.test.tsx
  /^(Switch to Free|Downgrade to Starter|(Update|Cancel) (payment method|subscription|seats|projects)|One (seat|project) (less|more))$/,
  // The template editor, which changes a draft until it is saved
  /^(Undo|Redo|Move up|Move down|Duplicate|Rename|Remove|Expand all|Collapse all|Keyboard shortcuts)$/,
  new RegExp(`^(${paletteLabels.join('|')})$`),
];

let server: TestServer;
let world: AccessWorld<Person>;
beforeAll(async () => {
  server = await startTestServer();
  world = await buildAccessWorld<Person>(server, people);
  // Something to sync: the item differs between Dev and Stage.
  await server.app.deps.database.query(
    `update items set "values" = jsonb_set("values", '{cost}', '3') from templates t join instances i on i.id = t.instance_id
      where t.key = items.template_key and i.env = 'Stage'`,
    [],
  );
});

type Case = [Person, SubscriptionName, PlaceName];

/** These count as another subscription, which one function decides for all pages: `tests/contract/subscription.test.ts`. */
const countsAsAnother: readonly SubscriptionName[] = [
  'a trial of Teams',
  'an ended trial',
  'Teams, past due for less than 14 days',
  'Teams, cancel requested',
  'Teams, cancel requested, date passed',
];

/**
 * Who looks at the pages where: everybody with an open subscription in Dev, the owner wherever something is refused, and others for whom
 * that adds to what their permissions refuse.
 */
const cases: Case[] = [
  ...(Object.keys(people) as Person[]).map((person): Case => [person, 'Teams', 'Dev']),
  ...(
    [
      'a member who exports',
      'a member who creates items',
      'a member who creates templates',
      'a member who moves changes',
      'an owner',
    ] as const
  ).map((person): Case => [person, 'Teams', 'Prod']),
  ['a member who exports', 'Teams, canceled', 'Dev'],
  ['a member who creates items', 'Free', 'Stage'],
  ['a member who creates templates', 'Free', 'Dev of the second project'],
  ['a member who moves changes', 'Teams, canceled', 'Dev'],
  ['an admin with roles', 'Free', 'Dev'],
  ['an admin with roles', 'Teams, canceled', 'Stage'],
  ['an admin with roles', 'Free', 'Dev of the second project'],
  ['an owner', 'Free', 'Stage'],
  ['an owner', 'Free', 'Dev of the second project'],
  ...(Object.keys(subscriptions) as SubscriptionName[])
    .filter((name) => name !== 'Teams' && (isLong || !countsAsAnother.includes(name)))
    .map((name): Case => ['an owner', name, 'Dev']),
];

/** The first refusal of several calls; `null` where all are allowed. */
const refusalOf = (needed: readonly Needed[], [person, subscription, place]: Case): Expected => {
  for (const name of needed) {
    const row = accessTable[name] ?? screenTable[name];
    if (!row) throw new Error(`The table has no row ${name}.`);
    const refusal = mayCall(row, people[person], subscriptions[subscription], places[place]);
    if (refusal) return refusal;
  }
  return null;
};

const isExpected = ({ for: needed, explains, notFor }: Control, which: Case) => {
  if (notFor && refusalOf([notFor], which) === null) return false;
  const refusal = refusalOf(needed, which);
  return explains ? refusal?.[1] === explains : refusal === null;
};

const nameOf = ({ role, name }: Control) => `${role} ${name}`;

/** What a page shows by itself, as text: the frame is the same on every page. */
const lookOf = (page: Page, which: Case) => {
  const own = page.controls.filter((control) => !frame.includes(control) && !settingsFrame.includes(control));
  return JSON.stringify([refusalOf(page.for, which), own.filter((control) => isExpected(control, which)).map(nameOf)]);
};

/** Pages with the frame, with what not every plan has, and with offers to upgrade. */
const telling = ['dashboard', 'instance sync', 'members of the workspace', 'roles'];

/** Who opens every page, on Teams in Dev; in a long run everybody. */
const opensAll: readonly Person[] = ['a member who reads', 'an owner'];

/**
 * On Teams in Dev those above open every page, others those that differ for them from what a reader sees. Elsewhere they open those that
 * differ for them, and those that differ for the owner, who may do everything, unless they may not open them anyway. Everybody opens the
 * telling ones.
 */
function isOpened(name: string, page: Page, which: Case): boolean {
  const [person, subscription, place] = which;
  if (telling.includes(name)) return true;
  if (subscription === 'Teams' && place === 'Dev')
    return (
      isLong ||
      opensAll.includes(person) ||
      lookOf(page, which) !== lookOf(page, ['a member who reads', subscription, place])
    );
  if (countsAsAnother.includes(subscription)) return false;
  const isChanged = (one: Person) => lookOf(page, [one, subscription, place]) !== lookOf(page, [one, 'Teams', 'Dev']);
  return isChanged(person) || (isChanged('an owner') && refusalOf(page.for, which) === null);
}

/** The controls of the frame, which is the same around all pages: it is checked on the telling ones. */
const framing = new Set([...frame, ...settingsFrame]);

/** Which of these controls are in these parts of the page. Each role is searched only once, as computing names takes longest here. */
function shownOf(controls: readonly Control[], parts: readonly HTMLElement[]): string[] {
  const roles = [...new Set(controls.map(({ role }) => role))];
  const shown = new Map(roles.map((role) => [role, parts.flatMap((part) => namesOf(role, part))]));
  const isShown = ({ role, name }: Control) =>
    shown.get(role)?.some((one) => (typeof name === 'string' ? one === name : name.test(one)));
  return controls.filter((control) => isShown(control)).map(nameOf);
}

function namesOf(role: Control['role'], part: HTMLElement): string[] {
  const names = new Map<Element, string>();
  const remember = (name: string, element: Element) => Boolean(names.set(element, name));
  return within(part)
    .queryAllByRole(role, { name: remember })
    .map((element) => names.get(element) ?? '');
}

/** A member's console, in an instance of a workspace with a subscription. */
async function open([person, subscription, placeName]: Case) {
  await world.setSubscription(subscription);
  await server.app.deps.database.query('update accounts set active_instance_id = $2 where id = $1', [
    world.accounts[person],
    world.places[placeName].instanceId,
  ]);
  const browser = openBrowser(server.app);
  browser.cookies.set('qm_auth', world.authorization(person, placeName)?.replace('Bearer ', '') ?? '');
  return renderConsole('/settings/account', { server, browser, as: 'owner' });
}

test.each(cases)('%s, on %s in %s, sees exactly the controls that the table allows', async (...which) => {
  const [person, , placeName] = which;
  const place = world.places[placeName];
  const { root, overlay, path } = await open(which);
  for (const [name, page] of Object.entries(pages)) {
    // A member without any instance has no active one.
    if (page.isOfActiveInstance && person === 'a member without roles') continue;
    if (page.isEmptyInProd && places[placeName].env === 'Prod') continue;
    if (!isOpened(name, page, which)) continue;
    await show(page, place);
    const refusal = refusalOf(page.for, which);
    showRowsOf(name, which, refusal);
    const at = page.path(place);
    const isFramed = telling.includes(name) || seesAll(which);
    const controls = page.controls.filter((control) => isFramed || !framing.has(control));
    const expected = refusal ? [] : controls.filter((control) => isExpected(control, which)).map(nameOf);
    const there = refusal ? deniedAt(refusal) : at;
    await waitFor(() => {
      expect({ page: name, at: path() }).toEqual({ page: name, at: there });
      if (!refusal) within(root).getByRole('heading', { level: 1, name: page.title });
    });
    await untilAnswered();
    // Only now, as computing the names of all controls takes longer than rendering them.
    const parts = () => (isFramed ? [document.body] : [within(root).getByRole('main'), overlay]);
    const look = () => ({ page: name, at: path(), controls: refusal ? [] : shownOf(controls, parts()) });
    do await waitFor(() => expect(look()).toEqual({ page: name, at: there, controls: expected }));
    while (await untilAnswered());
    if (seesAll(which)) expect(unlistedOn(page), name).toEqual([]);
  }
});

/** A case that has looked at a page. */
interface Looked {
  role: Caller['role'];
  holds: (permission: Caller['holds'][number]) => boolean;
  plan: 'free' | 'starter' | 'teams';
  isCanceled: boolean;
  isDev: boolean;
  isRefused: boolean;
}

const isOpen = ({ isRefused }: Looked) => !isRefused;
const isMember = ({ role }: Looked) => role === 'member';
const opensForTheirs = ({ role, isRefused }: Looked) => isRefused === (role === 'member');
const maySync = ({ holds, isDev }: Looked) => holds('INSTANCE_CHANGES') && isDev;
const mayCreate = ({ holds, isRefused, isCanceled }: Looked) => holds('CREATE_ITEM') && !isRefused && !isCanceled;
const manages = ({ role, plan }: Looked) => role !== 'member' && plan !== 'free';
const isOutside = ({ isDev, isRefused }: Looked) => !isDev && isRefused;

/** The rows of each page, and the cases that show them: those that see what the row says, or the opposite where it does not hold. */
const rowsOfPages: Record<string, Record<string, (looked: Looked) => boolean>> = {
  dashboard: {
    '1.2.dashboard.card-export-settings': ({ holds }) => holds('EXPORT'),
    '1.2.dashboard.card-exported-data': ({ holds }) => holds('EXPORT'),
    '1.2.dashboard.card-sync': (looked) => maySync(looked) && looked.plan === 'teams',
    '1.2.dashboard.card-sync-plan': (looked) => maySync(looked) && looked.plan !== 'teams',
    '1.2.dashboard.new-project-admin': (looked) => manages(looked) && looked.role === 'admin',
    '1.2.dashboard.new-project-member': isMember,
    '1.2.dashboard.new-project-owner': (looked) => manages(looked) && looked.role === 'owner',
    '1.2.header.export-button': ({ holds }) => holds('EXPORT'),
    '1.6.canceled.nothing-else': ({ isCanceled }) => isCanceled,
    '1.6.canceled.view': ({ isCanceled }) => isCanceled,
    '1.6.export-button.permission': ({ holds }) => !holds('EXPORT'),
    '1.6.plan.create-project': ({ role, plan }) => role !== 'member' && plan === 'free',
    '1.6.upgrade-badge.alternatives': ({ plan }) => plan !== 'teams',
    '2.2.export.button-no-permission': ({ holds }) => !holds('EXPORT'),
    '2.2.export.button-permission': ({ holds }) => holds('EXPORT'),
    '2.6.export.button': ({ holds }) => holds('EXPORT'),
    '2.6.read.tree': ({ holds }) => holds('READ'),
    '3.settled.upgrade.others': ({ role, plan }) => role === 'admin' && plan === 'free',
    '3.settled.upgrade.owner': ({ role, plan }) => role === 'owner' && plan === 'free',
  },
  'list of items': {
    '1.6.canceled.view': ({ isCanceled }) => isCanceled,
    '1.6.guard.access-denied': ({ isRefused }) => isRefused,
    '1.8.missing.wrong-role': ({ isRefused }) => isRefused,
    '2.2.items.create': (looked) => mayCreate(looked) && looked.isDev,
    '2.2.items.create-dev-only': (looked) => mayCreate(looked) && !looked.isDev,
    '2.2.items.edit-template': ({ holds, isDev }) => holds('CREATE_TEMPLATE') && isDev,
    '2.2.items.view-template': ({ holds, isDev }) => holds('READ') && !(holds('CREATE_TEMPLATE') && isDev),
    '2.6.create-template.label': ({ holds }) => holds('READ'),
    '2.6.guard.access-denied': ({ isRefused }) => isRefused,
    '2.8.missing.wrong-role': ({ isRefused }) => isRefused,
    '3.outside-dev.view-template': ({ holds, isDev }) => holds('READ') && !isDev,
  },
  'list of images': {
    '2.2.items.bulk-upload': (looked) => mayCreate(looked) && looked.isDev,
    '2.2.items.bulk-upload-not-dev': (looked) => mayCreate(looked) && !looked.isDev,
    '2.2.items.create-image': mayCreate,
  },
  'bulk upload of images': { '3.outside-dev.bulk-upload': isOutside },
  item: {
    '3.outside-dev.read-only': ({ holds, isCanceled }) => holds('READ') && (isCanceled || !holds('CREATE_ITEM')),
  },
  'new item': { '2.6.dev-only.item-guard': isOutside },
  'new template': { '2.6.dev-only.template-guard': isOutside },
  'copy of a template': { '2.6.dev-only.copy-guard': isOutside },
  'navigation setup': {
    '2.6.menu-management.add': ({ holds, isDev }) => holds('READ') && isDev,
    '2.6.read.navigation': ({ holds, isRefused }) => holds('READ') !== isRefused,
  },
  'exported data': {
    '2.2.exported-data.permission': ({ holds, isRefused }) => holds('EXPORT') !== isRefused,
    '2.6.export.reports': ({ holds, isRefused }) => holds('EXPORT') && !isRefused,
  },
  'export settings': {
    '2.2.export-settings.permission': ({ holds, isRefused }) => holds('EXPORT') !== isRefused,
    '2.6.export.settings': ({ holds, isRefused }) => holds('EXPORT') && !isRefused,
  },
  'instance sync': {
    '1.6.plan.instance-sync': (looked) => maySync(looked) && looked.isRefused === (looked.plan !== 'teams'),
    '2.2.sync.permission': ({ holds, isRefused }) => !holds('INSTANCE_CHANGES') && isRefused,
    '2.2.sync.plan': (looked) => maySync(looked) && looked.plan !== 'teams' && looked.isRefused,
    '2.6.instance-changes.plan': (looked) => maySync(looked) && looked.plan !== 'teams' && looked.isRefused,
    '2.6.instance-changes.sync': ({ holds, isRefused }) => holds('INSTANCE_CHANGES') && !isRefused,
  },
  'settings of the workspace': {
    '1.2.workspace.owner-admin-only': opensForTheirs,
    '1.6.plan.create-project': ({ plan, isRefused }) => plan === 'free' && !isRefused,
    '1.6.plan.create-workspace': ({ role, isRefused }) => role === 'owner' && !isRefused,
  },
  'settings of the project': {
    '1.2.project.delete-admin': ({ role, isRefused }) => role === 'admin' && !isRefused,
    '1.2.project.delete-owner': ({ role, isRefused }) => role === 'owner' && !isRefused,
    '1.2.project.owner-admin-only': ({ role, isRefused }) => isRefused || role !== 'member',
    '1.6.canceled.delete-project': ({ role, isCanceled }) => role === 'owner' && isCanceled,
    '1.6.project-settings.roles': ({ role, isRefused }) => isRefused || role !== 'member',
  },
  'members of the workspace': {
    '1.2.members.edit-menu': isOpen,
    '1.2.members.owner-admin-only': opensForTheirs,
    '1.2.settings-sidebar.billing': ({ role, isRefused }) => role === 'owner' && !isRefused,
    '1.2.settings-sidebar.billing-hidden': ({ role, isRefused }) => role === 'admin' && !isRefused,
    '1.6.canceled.delete-member': ({ isCanceled, isRefused }) => isCanceled && !isRefused,
    '1.6.plan.invite': isOpen,
  },
  roles: {
    '1.2.roles.custom-edit-menu': isOpen,
    '1.2.roles.owner-admin-only': opensForTheirs,
    '1.6.plan.custom-roles': isOpen,
  },
};

/** Declares the rows that a case shows by a page that it opens. */
function showRowsOf(name: string, [person, subscription, placeName]: Case, refusal: Expected): void {
  const { role, holds }: Caller = people[person];
  const { counts: plan, isClosed }: SubscriptionCase = subscriptions[subscription];
  const looked: Looked = {
    ...{ role, plan, isCanceled: isClosed === true, isRefused: refusal !== null },
    holds: (permission) => holds.includes(permission),
    isDev: places[placeName].env === 'Dev',
  };
  for (const [row, isShown] of Object.entries(rowsOfPages[name] ?? {})) if (isShown(looked)) shows(row as Row['id']);
}

/** Whether a case has every page with every control that may be on it. */
const seesAll = (which: Case) => which.join() === 'an owner,Teams,Dev';

/** The buttons and links of the open page that the list above lacks. */
function unlistedOn({ controls }: Page): string[] {
  const listed = new Set(controls.flatMap((control) => screen.queryAllByRole(control.role, control)));
  return [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')]
    .filter((element) => !listed.has(element))
    .map((element) => element.getAttribute('aria-label') ?? accessibleText(element))
    .filter((text) => !free.some((known) => known.test(text)));
}

/** The text of an element without what is hidden from assistive technology, such as the number of items next to a template. */
const accessibleText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => !(node instanceof Element && node.getAttribute('aria-hidden') === 'true'))
    .map((node) => node.textContent)
    .join('');

/** The redirect target of a page that the member may not open. */
const deniedAt = (refusal: Expected): string => (refusal?.[1] === 'environment' ? '/not-allowed' : '/access-denied');

/** Opens the URL of a page, as if it were typed. */
async function show(page: Page, place: WorldPlace): Promise<void> {
  await untilAnswered();
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  window.history.pushState({ idx: idx + 1, key: String(page.title) }, '', page.path(place));
  window.dispatchEvent(new PopStateEvent('popstate'));
}

test('the list above is compared with every button and link of a page', () => {
  expect(cases.filter(seesAll)).toHaveLength(1);
  expect(opensAll).toContain('an owner');
});

test('if the address names no workspace, the role is that of the active instance', async () => {
  shows('1.6.check.role-from-instance');
  const { workspaceId, dev, viewerRoleId, accounts, elsewhere } = server.studio;
  await server.app.deps.database.transaction(async (query) => {
    await addMember(query, { workspaceId, accountId: accounts.stranger, role: 'member', now: server.clock.now() });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.stranger, roleId: viewerRoleId });
  });
  await choose(server, 'stranger', elsewhere.dev);
  const own = await renderConsole('/', { server, as: 'stranger' });
  expect(await screen.findByRole('button', { name: 'New project' })).toBeTruthy();
  own.close();
  await choose(server, 'stranger', dev);
  await renderConsole('/', { server, as: 'stranger' });
  expect(await screen.findByRole('button', { name: 'Send feedback' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^New project/ })).toBeNull();
});

test('members with CREATE_ITEM save items of Prod there, separately from those of Dev', async () => {
  shows('2.1.stage-prod.manage');
  const { user, untilPath } = await open(['a member who creates items', 'Teams', 'Prod']);
  const place = world.places.Prod;
  await show(pages.item as Page, place);
  const label = await screen.findByRole('textbox', { name: /^Label/ });
  await user.clear(label);
  await user.type(label, 'Mended');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath(items(place));
  const labels = await server.app.deps.database.query<{ label: string }>(
    `select i.label from items i join templates t on t.key = i.template_key and t.id = 'thing'
      where t.instance_id = any($1::int[]) order by t.instance_id`,
    [[world.places.Dev.instanceId, place.instanceId]],
  );
  expect(labels.map((row) => row.label)).toEqual(['Item 1', 'Mended']);
});
