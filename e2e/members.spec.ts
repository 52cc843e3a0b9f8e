import { type APIRequestContext, type BrowserContext, type Page, request } from '@playwright/test';
import { permissions } from '@quartermaster/contract/access.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { type Api, createApi } from './support/api.ts';
import { createProduct, type Product } from './support/product/product.ts';
import { expect, test } from './support/test.ts';

const password = 'Analytical1';
let product: Product;
let calls: APIRequestContext;

test.use({ as: null });
test.beforeAll(async () => {
  product = await createProduct({ DEMO: '0' });
  await product.start();
  calls = await request.newContext();
});
test.afterAll(async () => {
  await calls.dispose();
  await product.remove();
});

/** The URL of the link to a page of the console in a recipient's mail in the outbox. */
async function mailedLink(recipient: string, path: string): Promise<URL> {
  const find = async () => {
    const list = await (await calls.get(`${product.url}/dev/outbox`)).text();
    for (const [, to, id] of list.matchAll(/<tr><td>([^<]+)<\/td><td><a href="\/dev\/outbox\/([\w-]+)"/g)) {
      if (to !== recipient) continue;
      const mail = await (await calls.get(`${product.url}/dev/outbox/${id}`)).text();
      const link = mail.match(/https?:\/\/[^\s"<>]+/g)?.find((url) => url.includes(`${path}?hash=`));
      if (link) return link;
    }
    return '';
  };
  await expect.poll(find).not.toBe('');
  return new URL(await find());
}

/** Registers an account through the API. */
async function makeAccount(api: Api, name: string, email: string): Promise<void> {
  await api.call(registration.register, { body: { account_name: name, email } });
  const hash = (await mailedLink(email, paths.confirmRegistration)).searchParams.get('hash') ?? '';
  await api.call(registration.confirm, { body: { hash, password } });
}

interface Studio {
  dev: number;
  stage: number;
  itemId: number;
}

/** A workspace on trial with a project that has an item in Dev, and two roles. */
async function makeStudio(api: Api): Promise<Studio> {
  await api.call(accounts.login, { body: { email: 'owner@studio.test', password } });
  const { id: workspaceId } = await api.call(workspaces.create, { body: { name: 'Studio' } });
  await api.call(projects.create, { body: { workspace_id: workspaceId, project_name: 'Dungeon' } });
  const { workspaces: list } = await api.call(workspaces.list, {});
  const idOf = (env: string) => list[0]?.projects[0]?.instances.find((one) => one.env === env)?.id ?? 0;
  const params = { instanceId: idOf('Dev') };
  const settings = { type: 'integer', name: 'cost', label: 'Cost', required: false, minimum: 0, maximum: 999 } as const;
  const fields = [{ id: 'cost', parentId: null, order: 0, settings }];
  await api.call(templates.save, { params, body: { id: 'weapon', label: 'Weapon', version: 0, fields } });
  const body = { template_id: 'weapon', internal_label: 'Sword', fields: [] };
  const { id: itemId } = await api.call(items.save, { params, body });
  const makeRole = (name: string, allowed: (keyof typeof permissions)[]) =>
    api.call(roles.save, {
      params: { workspaceId },
      body: {
        workspace_id: workspaceId,
        name,
        permissions: allowed.map((permission) => ({ permission_id: permissions[permission].id, status: 1 as const })),
      },
    });
  await makeRole('Editor', ['READ', 'CREATE_ITEM', 'EXPORT']);
  await makeRole('Reader', ['READ']);
  return { dev: idOf('Dev'), stage: idOf('Stage'), itemId };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function signIn(page: Page, email: string) {
  await title(page, 'Sign in');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

async function invite(page: Page, email: string, role: string) {
  await press(page, 'Invite member');
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited');
}

async function chooseRole(page: Page, env: string, role: string) {
  await page.getByRole('combobox', { name: `Roles in ${env}` }).click();
  await page.getByRole('option', { name: role, exact: true }).click();
  await page.keyboard.press('Escape');
}

test('an invited person joins by mail, sees one environment, and loses a permission while typing', async ({
  page: owner,
  browser,
  guard,
}) => {
  // The user opens pages without access, and the console checks for a session before there is one.
  guard.allow(/status of (401|403|404)/);
  const contexts: BrowserContext[] = [];
  const open = async () => {
    const context = await browser.newContext();
    contexts.push(context);
    guard.watch(context);
    return context.newPage();
  };
  const api = createApi(calls, product.url);
  await makeAccount(api, 'Olga', 'owner@studio.test');
  await makeAccount(api, 'Anna', 'anna@studio.test');
  const { dev, stage, itemId } = await makeStudio(api);
  const grace = await open();

  await test.step('the owner invites a person with an account and one without', async () => {
    await owner.goto(`${product.url}/login`);
    await signIn(owner, 'owner@studio.test');
    await owner.getByRole('link', { name: 'Settings', exact: true }).click();
    await owner.getByRole('link', { name: 'Workspace members' }).click();
    await title(owner, 'Workspace members');
    await invite(owner, 'anna@studio.test', 'Admin');
    await invite(owner, 'grace@studio.test', 'Member');
  });

  await test.step('the one with an account signs in and accepts', async () => {
    const anna = await open();
    await anna.goto((await mailedLink('anna@studio.test', paths.invitation)).href);
    await title(anna, 'Join Studio');
    await anna.getByRole('link', { name: 'Sign in' }).click();
    await signIn(anna, 'anna@studio.test');
    await press(anna, 'Accept invitation');
    await expect(anna.getByRole('button', { name: 'Account' })).toBeVisible();
    // An invitation for another address fits a narrow page, too.
    await anna.setViewportSize({ width: 320, height: 700 });
    const link = await mailedLink('grace@studio.test', paths.confirmRegistration);
    await anna.goto(`${product.url}${paths.invitation}${link.search}`);
    await expect(anna.getByRole('link', { name: 'Stay signed in as anna@studio.test' })).toBeVisible();
    expect(await anna.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  await test.step('the one without makes one with the mail in the outbox', async () => {
    await mailedLink('grace@studio.test', paths.confirmRegistration);
    await grace.goto(`${product.url}/dev/outbox`);
    await grace
      .getByRole('row', { name: /grace@studio\.test/ })
      .getByRole('link')
      .click();
    await grace.getByRole('link', { name: paths.confirmRegistration }).first().click();
    await title(grace, 'Join Studio');
    await grace.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace');
    await grace.getByLabel('New password').fill(password);
    await grace.getByLabel('Repeat the password').fill(password);
    await press(grace, 'Create account and join');
    await expect(grace.getByText('You haven’t been added to any projects yet.')).toBeVisible();
  });

  await test.step('the owner gives them a role in Dev alone', async () => {
    await owner.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Dungeon' }).click();
    await owner.getByRole('link', { name: 'Add member' }).click();
    await owner.getByRole('combobox', { name: 'Member' }).fill('grace');
    await owner.getByRole('option', { name: 'Grace (grace@studio.test)' }).click();
    await chooseRole(owner, 'dev', 'Editor');
    await press(owner, 'Add member');
    await title(owner, 'Dungeon');
    await expect(owner.getByRole('row', { name: /Grace/ })).toContainText('dev');
    await expect(owner.getByRole('row', { name: /Grace/ })).not.toContainText('stage');
  });

  await test.step('they see exactly that', async () => {
    await grace.goto(`${product.url}/instance/${dev}/templates/weapon/items`);
    await expect(grace.getByRole('link', { name: 'Sword' })).toBeVisible();
    await expect(grace.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
    await expect(grace.getByRole('link', { name: 'Create template' })).toHaveCount(0);
    await grace.getByRole('button', { name: /^Change instance/ }).click();
    await grace.getByRole('combobox', { name: 'Instance' }).click();
    await expect(grace.getByRole('listbox', { name: 'Instance' }).getByRole('option')).toHaveText(['dev']);
    await grace.goto(`${product.url}/instance/${stage}/templates/weapon/items`);
    await expect(grace).toHaveURL(/\/access-denied$/);
  });

  await test.step('a permission goes while they type, and what is typed stays', async () => {
    await grace.goto(`${product.url}/instance/${dev}/templates/weapon/items/${itemId}/edit`);
    await grace.getByRole('textbox', { name: 'Cost' }).fill('175');
    await owner.getByRole('button', { name: 'Actions for Grace' }).click();
    await owner.getByRole('menuitem', { name: 'Edit roles' }).click();
    await title(owner, 'Roles of Grace');
    await owner.getByRole('combobox', { name: 'Roles in dev' }).press('Backspace');
    await chooseRole(owner, 'dev', 'Reader');
    await press(owner, 'Save roles');
    await title(owner, 'Dungeon');

    await grace.keyboard.press('Control+s');
    await expect(grace.getByText('You can no longer save this item')).toBeVisible();
    await expect(
      grace.getByText('You no longer have these permissions in Dungeon (dev): “Can export items”, “Can create item”.'),
    ).toBeVisible();
    await expect(grace.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await expect(grace.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);
    await expect(grace.getByRole('main')).toContainText('175');
  });

  await test.step('the project goes, and they leave when they want to', async () => {
    await owner.getByRole('button', { name: 'Actions for Grace' }).click();
    await owner.getByRole('menuitem', { name: 'Remove from project' }).click();
    await press(owner, 'Yes, remove from project');
    await expect(owner.getByRole('row', { name: /Grace/ })).toHaveCount(0);
    await grace.getByRole('link', { name: 'Back to Weapon' }).click();
    await press(grace, 'Leave without saving');
    await expect(grace.getByText('You no longer have access to Dungeon (dev).')).toBeVisible();
    await expect(grace.getByRole('link', { name: 'Sword' })).toHaveCount(0);
    await expect(grace).toHaveURL(/\/(not-found|access-denied)$/);
  });
  for (const context of contexts) await context.close();
});
