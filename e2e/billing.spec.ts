import { type APIRequestContext, type Page, request } from '@playwright/test';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { type Api, createApi } from './support/api.ts';
import { long } from './support/long.ts';
import { createProduct, type Product } from './support/product/product.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

const email = 'owner@studio.test';
const password = 'Analytical1';
let product: Product;
let calls: APIRequestContext;

test.use({ as: null });
test.beforeEach(async () => {
  product = await createProduct({ DEMO: '0' });
  await product.start();
  calls = await request.newContext();
});
test.afterEach(async ({ guard }) => {
  // A page may still be loading code in the background.
  await guard.close();
  await calls.dispose();
  await product.remove();
});

/** Registers an account with a workspace on trial, through the screens. */
async function makeStudio(api: Api): Promise<number> {
  await api.call(registration.register, { body: { account_name: 'Olga', email } });
  const find = async () => {
    const list = await (await calls.get(`${product.url}/dev/outbox`)).text();
    const id = /\/dev\/outbox\/([\w-]+)/.exec(list)?.[1];
    const mail = id ? await (await calls.get(`${product.url}/dev/outbox/${id}`)).text() : '';
    return new RegExp(`${paths.confirmRegistration}\\?hash=([^"&\\s<]+)`).exec(mail)?.[1] ?? '';
  };
  await expect.poll(find).not.toBe('');
  await api.call(registration.confirm, { body: { hash: decodeURIComponent(await find()), password } });
  await api.call(accounts.login, { body: { email, password } });
  const { id } = await api.call(workspaces.create, { body: { name: 'Studio' } });
  await api.call(projects.create, { body: { workspace_id: id, project_name: 'Dungeon' } });
  return id;
}

/** An action of the simulator's page on a workspace. */
async function simulate(workspaceId: number, form: Record<string, string>): Promise<void> {
  const response = await calls.post(`${product.url}/dev/billing/${workspaceId}`, { form });
  expect(response.ok()).toBe(true);
}

const twoWeeks = { hours: '336' };
const month = { hours: '744' };

/** The billing page of a console, embedded or stand-alone. */
function billingOf(page: Page, base: string) {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const frame = page.frameLocator('iframe[title="Checkout"]');
  const fact = (name: string) => main.locator('dl > div').filter({ hasText: name }).locator('dd');
  return {
    frame,
    fact,
    dialog,
    open: async () => {
      await page.goto(`${base}/settings/billing`);
      await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    },
    ask: async (name: string, answer: string) => {
      await main.getByRole('button', { name, exact: true }).click();
      await dialog.getByRole('button', { name: answer, exact: true }).click();
      await expect(dialog).toBeHidden();
    },
    /** The names of the offered plans. */
    cards: (names: string[]) =>
      expect(main.getByRole('region', { name: 'Plans' }).getByRole('heading', { level: 3 })).toHaveText(names),
    banner: page.getByRole('region', { name: 'Subscription', exact: true }),
    updated: async () => {
      const toast = page.getByText('Subscription updated', { exact: true });
      await expect(toast).toBeVisible({ timeout: 20_000 });
      await page.getByRole('status').filter({ has: toast }).getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toBeHidden();
    },
    /** The price shown before the confirmation: next payment and each one after it. */
    price: (row: 'Subtotal' | 'Tax' | 'Total', [next, recurring]: [string | RegExp, string]) =>
      expect(page.getByRole('row', { name: new RegExp(`^${row}`) }).getByRole('cell')).toHaveText([next, recurring]),
    pay: async (due: string) => {
      await expect(frame.getByText(`${due} due now, with tax.`)).toBeVisible();
      await frame.getByRole('button', { name: 'Complete payment' }).click();
      await expect(dialog).toBeHidden();
    },
  };
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
}

test(
  'an owner buys a subscription in a portal, and changes, loses, cancels and restores it',
  long,
  async ({ page, guard }) => {
    test.setTimeout(180_000);
    // The plan ends while a page that shows its features is open.
    guard.allow(/status of 402/);
    shows(
      '1.4.subscription.checkout-active',
      '1.4.subscription.checkout-plan',
      '1.7.checkout.inline',
      '3.plans.simulator.clock',
      '3.plans.simulator.completes',
      '3.plans.simulator.fails',
    );
    const api = createApi(calls, product.url);
    const id = await makeStudio(api);
    await signIn(page);
    const billing = billingOf(page, product.url);
    const main = page.getByRole('main');

    await test.step('the trial runs, and ends', async () => {
      await expect(billing.banner).toContainText('Teams trial ends in 13 days');
      await simulate(id, twoWeeks);
      await page.reload();
      await expect(billing.banner).toContainText('Trial ended. Upgrade to keep using the plan');
      await billing.banner.getByRole('link', { name: 'Buy now' }).click();
      await billing.cards(['Free', 'Starter', 'Teams']);
      await expect(main.getByRole('region', { name: 'Teams' })).toContainText('The trial has ended');
    });

    await test.step('Teams is bought in a portal on another origin, and the checkout leaves nothing behind', async () => {
      const inPortal = billingOf(page, `${product.devHostUrl}/content`);
      await inPortal.open();
      const foreign = () =>
        page.evaluate(
          (origin) => ({
            scripts: [...document.scripts].filter(({ src }) => src.startsWith(`${origin}/dev/`)).length,
            frames: document.querySelectorAll('iframe').length,
            hasGlobal: 'Paddle' in window || 'PaddleBillingV1' in window,
          }),
          product.url,
        );
      const none = { scripts: 0, frames: 0, hasGlobal: false };
      expect(await foreign()).toEqual(none);
      await page.getByRole('button', { name: 'Buy Teams' }).click();
      await expect(billing.dialog).toContainText('Teams for 1 member, $29 each per month, plus tax.');
      await billing.frame.getByRole('button', { name: 'Fail payment' }).click();
      await expect(billing.frame.getByText('The payment has failed. Try again.')).toBeVisible();
      expect(await foreign()).toEqual({ scripts: 1, frames: 1, hasGlobal: true });
      await billing.pay('$34.80');
      await expect(main.getByText('The subscription is being updated. This may take some time.')).toBeVisible();
      await billing.updated();
      await billing.cards(['Free', 'Starter', 'Teams']);
      expect(await foreign()).toEqual(none);

      await page.getByRole('button', { name: 'Update payment method' }).click();
      await expect(billing.frame.getByText('Nothing is due now.')).toBeVisible();
      await page.goBack();
      await page.evaluate(() => window.history.pushState(null, '', '/'));
      await expect(page.locator('#slot [data-qm-root]')).toHaveCount(0);
      expect(await foreign()).toEqual(none);
    });

    await test.step('the console without a portal shows it, too', async () => {
      await billing.open();
      await billing.cards(['Free', 'Starter', 'Teams']);
      await expect(billing.fact('Next payment')).toHaveText('$34.80');
      await expect(billing.fact('Recurring payment')).toHaveText('$34.80 per month');
      await expect(billing.banner).toBeHidden();
    });

    await test.step('two seats are added, at the price that was shown', async () => {
      const seats = main.getByRole('form', { name: 'Member seats' });
      for (let seat = 0; seat < 2; seat += 1) await seats.getByRole('button', { name: 'One seat more' }).click();
      await expect(seats).toContainText('Bill change: +$58.00 per month, plus tax');
      await billing.price('Subtotal', ['$145.00', '$87.00']);
      await billing.price('Tax', ['$29.00', '$17.40']);
      await billing.price('Total', ['$174.00', '$104.40']);
      await seats.getByRole('button', { name: 'Update seats' }).click();
      await billing.updated();
      await expect(seats).toContainText('1 of 3 seats used');
      await expect(billing.fact('Next payment')).toHaveText('$174.00');
      await expect(billing.fact('Recurring payment')).toHaveText('$104.40 per month');
    });

    await test.step('the next payment fails, and is made with another method', async () => {
      await simulate(id, { payments: 'fail' });
      await simulate(id, month);
      await page.goto(product.url);
      await expect(billing.banner).toContainText('Subscription is past due. Please update your payment.');
      await billing.banner.getByRole('link', { name: 'Update payment details' }).click();
      await billing.cards(['Teams']);
      await expect(main).toContainText(
        'Your subscription payment is overdue. Please update your payment method to avoid service interruption.',
      );
      await simulate(id, { payments: 'work' });
      await main.getByRole('button', { name: 'Pay now' }).click();
      await billing.pay('$174.00');
      await billing.updated();
      await expect(billing.banner).toBeHidden();
      await expect(billing.fact('Recurring payment')).toHaveText('$104.40 per month');
    });

    await test.step('it goes down to Starter', async () => {
      await main.getByRole('button', { name: 'Downgrade to Starter' }).click();
      // 3 seats of $16.
      await billing.price('Subtotal', [/^\$/, '$48.00']);
      await billing.price('Total', [/^\$/, '$57.60']);
      await billing.dialog.getByRole('button', { name: 'Downgrade to Starter' }).click();
      await billing.updated();
      await billing.cards(['Free', 'Starter', 'Teams']);
      await expect(billing.fact('Plan')).toContainText('Starter');
      await expect(billing.fact('Recurring payment')).toHaveText('$57.60 per month');
    });

    await test.step('it is canceled, and taken back', async () => {
      await billing.ask('Cancel subscription', 'Yes, cancel subscription');
      await expect(
        page.getByText('Your subscription has been canceled. Access will continue until the next billing date'),
      ).toBeVisible();
      await billing.updated();
      await expect(billing.banner).toContainText(/^Subscription canceled\. Still active for \d+ days/);
      await billing.cards(['Starter']);
      await billing.banner.getByRole('link', { name: 'Reactivate' }).click();
      await billing.ask('Reactivate', 'Yes, reactivate');
      await billing.updated();
      await expect(billing.banner).toBeHidden();
    });

    await test.step('it is canceled, runs out, and another one is bought', async () => {
      await billing.ask('Cancel subscription', 'Yes, cancel subscription');
      await billing.updated();
      await simulate(id, month);
      await billing.open();
      await expect(billing.banner).toContainText(/^Subscription canceled\. Your data is stored until \w+ \d+, \d{4}\./);
      await expect(billing.banner.getByRole('link', { name: 'Contact support' })).toBeVisible();
      await billing.cards(['Free', 'Starter', 'Teams']);
      await main.getByRole('button', { name: 'Buy Starter' }).click();
      await billing.pay('$19.20');
      await billing.updated();
      await expect(billing.fact('Plan')).toHaveText('StarterActive');
      await expect(billing.banner).toBeHidden();
    });
  },
);
