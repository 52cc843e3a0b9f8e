import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import {
  buildCompanyServer,
  comeBack,
  type Records,
  saveCompany,
  signInBy,
  writeOnlyIn,
} from '../support/company-sign-in.ts';
import { renderConsole } from '../support/console.tsx';
import { mailTo } from '../support/mailbox.ts';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { serverOf, startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser, type TestBrowser } from '../support/server-browser.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let records: Records;

beforeEach(async () => {
  server = await startTestServer();
  records = new Map();
  app = await buildCompanyServer(server, records);
  server = serverOf(app, server.studio);
  await app.deps.database.query('update subscriptions set members = 20', []);
  provider = await startProvider(() => Math.floor(app.deps.clock.now().getTime() / 1000));
});
afterEach(async () => {
  await provider.close();
  await app.deps.jobs.stop();
  await app.close();
});

const save = (input = {}) => saveCompany({ app, server, provider, records, ...input });
const page = () => `/settings/workspaces/${server.studio.workspaceId}/company-sign-in`;

/** Opens a page; `left` are the addresses for which the console was left. */
async function open(
  path: string,
  { browser = openBrowser(app), as }: { browser?: TestBrowser; as?: 'owner' | 'member' } = {},
) {
  const left: string[] = [];
  const props = { navigate: (to: string) => void left.push(to) };
  const user = as ? { as, browser: await server.signIn(as) } : { browser };
  return { ...(await renderConsole(path, { server, props, ...user })), left };
}

/** The page to which the provider sends the browser back, as the console then opens it. */
async function returned(browser: TestBrowser, url: string, person: Record<string, unknown>) {
  const { pathname, search } = await comeBack(browser, provider.allow(url, person));
  return pathname + search;
}

describe('the sign-in page', () => {
  test('leads to the company of the typed address, and signs in at the return', async () => {
    shows('5.company.sign-in-page');
    await save();
    const first = await open('/login?from=%2Fsettings%2Faccount');
    await first.user.type(await screen.findByLabelText('Email'), emailOf('member'));
    await first.user.click(screen.getByRole('button', { name: 'Sign in with your company' }));
    await waitFor(() => expect(first.left).toHaveLength(1));
    const back = await returned(first.browser, first.left[0] ?? '', { email: emailOf('member') });
    first.close();
    const second = await open(back, { browser: first.browser });
    await second.untilPath('/settings/account');
    expect(await screen.findByText(emailOf('member'))).toBeTruthy();
  });

  test('asks for an address first, and says where there is no company sign-in', async () => {
    shows('5.company.sign-in-page');
    const { user, left } = await open('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign in with your company' }));
    expect(await screen.findByText('Email is a required field')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), 'x@other.test');
    await user.click(screen.getByRole('button', { name: 'Sign in with your company' }));
    expect(await screen.findByText(/No company sign-in is set up for this address/)).toBeTruthy();
    expect(left).toEqual([]);
  });

  test('says why a company sign-in was refused, and nothing that an address makes up', async () => {
    shows('5.company.sign-in-page');
    const { close } = await open('/login?company=not-invited');
    expect((await screen.findByRole('alert')).textContent).toContain('Ask an owner to invite you');
    close();
    await open('/login?company=toString');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('has a button with the name of the sign-in of the whole server', async () => {
    shows('5.company.sign-in-page');
    await renderConsole('/login', { props: { companyName: 'Studio account' } });
    expect(await screen.findByRole('button', { name: 'Sign in with Studio account' })).toBeTruthy();
  });
});

describe('the settings page', () => {
  test('sets a provider up, verifies a domain, and tries it', async () => {
    shows('5.company.page');
    const { user, left, browser, close } = await open(page(), { as: 'owner' });
    await user.type(await screen.findByLabelText(/^Issuer/), provider.url);
    await user.type(screen.getByLabelText(/^Client id(?! of)/), 'quartermaster');
    await user.type(screen.getByLabelText(/^Client secret/), 'a secret');
    await user.type(screen.getByLabelText(/^Claim for roles/), 'team');
    await user.type(screen.getByLabelText(/^Values for admins/), 'leads');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Company sign-in saved')).toBeTruthy();
    await user.type(screen.getByLabelText('New domain'), 'studio.test');
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    await user.click(await screen.findByRole('button', { name: 'Check studio.test' }));
    expect(await screen.findByText(/has no TXT record/)).toBeTruthy();
    const list = screen.getByRole('list', { name: 'Domains' });
    records.set('studio.test', [within(list).getByText(/^quartermaster-verification=/).textContent ?? '']);
    await user.click(screen.getByRole('button', { name: 'Check studio.test' }));
    expect(await within(list).findByText('Verified')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try company sign-in' }));
    await waitFor(() => expect(left).toHaveLength(1));
    const back = await returned(browser, left[0] ?? '', { email: 'new@studio.test', team: ['leads'] });
    close();
    await renderConsole(back, { server, browser, as: 'owner' });
    expect(await screen.findByText('This person would join as Admin.')).toBeTruthy();
    const row = within(screen.getByRole('table', { name: 'Claims' })).getByRole('row', { name: /^team/ });
    expect(row.textContent).toBe('team["leads"]');
    expect(screen.getByText(/Did not come: name/)).toBeTruthy();
  });

  test('refuses what the issuer does not confirm, at its input', async () => {
    shows('5.company.page');
    provider.lies = { metadata: { issuer: 'https://other.example' } };
    const { user } = await open(page(), { as: 'owner' });
    await user.type(await screen.findByLabelText(/^Issuer/), provider.url);
    await user.type(screen.getByLabelText(/^Client id(?! of)/), 'quartermaster');
    await user.type(screen.getByLabelText(/^Client secret/), 'a secret');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/could not be read/)).toBeTruthy();
    expect(screen.getByLabelText(/^Issuer/).getAttribute('aria-invalid')).toBe('true');
  });

  test('says what is needed before only company sign-in can be turned on', async () => {
    shows('5.company.page');
    await save();
    const { user } = await open(page(), { as: 'owner' });
    const only = await screen.findByRole('switch', { name: /^Only company sign-in opens this workspace/ });
    expect(screen.getByText(/turn it on within 15 minutes/)).toBeTruthy();
    await user.click(only);
    const dialog = within(await screen.findByRole('dialog', { name: 'Only company sign-in' }));
    expect(dialog.getByText(/turn it on within 15 minutes/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Yes, only company sign-in' })).toBeNull();
    expect(only).toHaveProperty('checked', false);
  });

  test('asks before only company sign-in locks passwords out, and nothing before it is turned off', async () => {
    shows('5.company.page');
    await save();
    const { browser } = await signInBy(app, provider, { email: emailOf('owner') });
    const { user } = await open(page(), { browser });
    const only = await screen.findByRole('switch', { name: /^Only company sign-in opens this workspace/ });
    expect(screen.queryByText(/turn it on within 15 minutes/)).toBeNull();
    const dialog = () => screen.findByRole('dialog', { name: 'Only company sign-in' });
    await user.click(only);
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(only).toHaveProperty('checked', false);
    await user.click(only);
    expect((await dialog()).textContent).toContain('locked out at once');
    await user.click(within(await dialog()).getByRole('button', { name: 'Yes, only company sign-in' }));
    await waitFor(() => expect(only).toHaveProperty('checked', true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(only);
    await waitFor(() => expect(only).toHaveProperty('checked', false));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says that another client turns only company sign-in off', async () => {
    shows('5.company.page');
    await save();
    const { browser } = await signInBy(app, provider, { email: emailOf('owner') });
    await writeOnlyIn(app, server.studio.workspaceId);
    const { user } = await open(page(), { browser });
    await user.type(await screen.findByLabelText(/^Client id(?! of)/), '2');
    await user.type(screen.getByLabelText(/^Client secret/), 'another secret');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/“Only company sign-in” is off now/)).toBeTruthy();
  });
});

describe('a workspace that opens only with company sign-in', () => {
  const turnOn = async () => {
    await save();
    const { browser } = await signInBy(app, provider, { email: emailOf('owner') });
    expect([...browser.cookies.keys()]).toContain('qm_auth');
    await writeOnlyIn(app, server.studio.workspaceId);
    await app.deps.database.query('update accounts set active_instance_id = $1', [server.studio.dev]);
  };

  test('tells who is kept out how to get in, and lets an owner in by a code', async () => {
    shows('5.company.only-page');
    await turnOn();
    const { user, untilPath, path } = await open('/', { as: 'owner' });
    await untilPath('/company-sign-in');
    expect(path()).toBe('/company-sign-in?from=%2F');
    expect(((await screen.findByLabelText('Email at your company')) as HTMLInputElement).value).toBe(emailOf('owner'));
    await user.click(screen.getByText(/does not work, and you are an owner/));
    await user.click(screen.getByRole('button', { name: 'Mail me a code' }));
    const { text } = await mailTo(app, emailOf('owner'));
    await user.type(await screen.findByLabelText('Code'), /\d{6}/.exec(text)?.[0] ?? '');
    await user.click(screen.getByRole('button', { name: 'Get in' }));
    await untilPath('/');
    expect(await screen.findByRole('region', { name: 'Environments' })).toBeTruthy();
  });

  test('offers a member nothing that is refused: no password, and no way back of owners', async () => {
    shows('5.company.only-page');
    await turnOn();
    const { user, untilPath } = await open('/', { as: 'member' });
    await untilPath('/company-sign-in');
    const email = await screen.findByLabelText('Email at your company');
    expect(screen.queryByText(/you are an owner/)).toBeNull();
    await user.clear(email);
    await user.type(email, 'x@other.test');
    await user.click(screen.getByRole('button', { name: 'Sign in with your company' }));
    expect((await screen.findByText(/^No company sign-in is set up for this address/)).textContent).toBe(
      'No company sign-in is set up for this address. Use the address that your company knows, or ask an owner.',
    );
  });

  test('lets a session by password log out', async () => {
    shows('5.company.only-page');
    await turnOn();
    const { user, untilPath } = await open('/', { as: 'member' });
    await untilPath('/company-sign-in');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
    await untilPath('/login');
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  test('is no obstacle in another workspace', async () => {
    shows('5.company.only-page');
    await turnOn();
    const { elsewhere, accounts } = server.studio;
    const { query } = app.deps.database;
    await query('insert into workspace_members values ($1, $2, 1)', [elsewhere.workspaceId, accounts.owner]);
    const { path } = await open(`/settings/workspaces/${elsewhere.workspaceId}/members`, { as: 'owner' });
    expect(await screen.findByRole('link', { name: 'Workspace members', current: 'page' })).toBeTruthy();
    expect(await screen.findByText('stranger@studio.test')).toBeTruthy();
    expect(path()).toBe(`/settings/workspaces/${elsewhere.workspaceId}/members`);
  });

  test('keeps the profile open', async () => {
    shows('5.company.only-page');
    await turnOn();
    const { path } = await open('/settings/account', { as: 'owner' });
    expect(await screen.findByText(emailOf('owner'))).toBeTruthy();
    expect(path()).toBe('/settings/account');
  });
});
