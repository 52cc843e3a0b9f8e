import type { Page } from '@playwright/test';
import { paths } from '@quartermaster/contract/paths.ts';
import { openSmtpMailbox, type SmtpMailbox } from '../tests/support/smtp-mailbox.ts';
import { handOf } from './support/hand.ts';
import { createProduct, type Product } from './support/product/product.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

let product: Product;
let mailbox: SmtpMailbox;

test.use({ as: null });
test.beforeAll(async () => {
  mailbox = await openSmtpMailbox();
  product = await createProduct({ SMTP_URL: mailbox.url, DEMO: '0' });
  await product.start();
});
test.afterAll(async () => {
  await product.remove();
  await mailbox.close();
});

const text = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Texts of the mails that the test has read: other mails may arrive between them at any time. */
const read = new Set<string>();

/** The next matching mail to an address, once it has arrived. */
async function mailTo(recipient: string, pattern: RegExp): Promise<string> {
  const found = () =>
    mailbox.mails.find(
      ({ recipients, text }) => recipients.includes(recipient) && !read.has(text) && pattern.test(text),
    )?.text ?? '';
  await expect.poll(found).not.toBe('');
  const mail = found();
  read.add(mail);
  return mail;
}

/** Opens the link to a page of the console in the next mail to an address. */
async function followMail(page: Page, recipient: string, path: string) {
  const mail = await mailTo(recipient, new RegExp(`${path}\\?hash=`));
  const link = mail.match(/https?:\/\/\S+/g)?.find((url) => url.includes(`${path}?hash=`)) ?? '';
  expect(link.startsWith(`${product.url}/`)).toBe(true);
  await page.goto(link);
}

async function setPassword(page: Page, password: string, label: string) {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await press(page, label);
}

async function signIn(page: Page, email: string, password: string) {
  await title(page, 'Sign in');
  await text(page, 'Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
}

test('an account from registration to a project that is deleted and restored, with mails over SMTP', async ({
  page,
  guard,
}) => {
  shows('4.hands.tasks');
  // Expired sessions, after which the console retries.
  guard.allow(/status of 401/);
  const first = 'ada@studio.test';
  const second = 'ada.lovelace@studio.test';

  await test.step('registers, and has a workspace and a project after six clicks, besides the mailed link', async () => {
    await page.goto(`${product.url}/login`);
    await page.getByRole('link', { name: 'Create account' }).click();
    const hand = handOf(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await text(page, 'Name').fill('Ada');
    await text(page, 'Email').fill(first);
    await hand.click(button('Create account'));
    await title(page, 'Check your email');
    await followMail(page, first, paths.confirmRegistration);
    await page.getByLabel('New password').fill('Analytical1');
    await page.getByLabel('Repeat the password').fill('Analytical1');
    await hand.click(button('Create password'));
    await expect(page.getByText('Set up your workspace')).toBeVisible();
    await hand.click(button('Create workspace'));
    await expect(text(page, 'Workspace name')).toBeFocused();
    await hand.type('Engines');
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }));
    await expect(page.getByText('Workspace created successfully')).toBeVisible();
    await hand.click(button('Create project'));
    await expect(text(page, 'Project name')).toBeFocused();
    await hand.type('Difference');
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create project' }));
    await expect(page.getByText('Project created successfully')).toBeVisible();
    await expect(page.getByText('Create your first template')).toBeVisible();
    hand.expectAtMost(6);
  });

  await test.step('changes the email', async () => {
    await page.goto(`${product.url}/settings/account`);
    await press(page, 'Edit email');
    await press(page, 'Send code');
    const code = /\b\d{6}\b/.exec(await mailTo(first, /\b\d{6}\b/))?.[0] ?? '';
    await text(page, 'Code').fill(code);
    await text(page, 'New email').fill(second);
    await press(page, 'Change email');
    await expect(page.getByText('Almost there')).toBeVisible();
    await followMail(page, second, paths.emailChanged);
    await title(page, 'Your email is changed');
    await mailTo(first, new RegExp(second));
    await page.goto(`${product.url}/settings/account`);
    await expect(page.getByText(second)).toBeVisible();
  });

  await test.step('changes the password in the profile, which ends the session', async () => {
    await press(page, 'Change password');
    await press(page, 'Send link');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await followMail(page, second, paths.setPassword);
    await setPassword(page, 'Analytical2', 'Set password');
    await title(page, 'Your password is changed');
    await page.goto(`${product.url}/settings/account`);
    await signIn(page, second, 'Analytical2');
    await title(page, 'Profile');
  });

  await test.step('resets a forgotten password with a link that works once', async () => {
    await press(page, 'Account');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await press(page, 'Yes, log out');
    await title(page, 'Sign in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await title(page, 'Forgot your password?');
    await text(page, 'Email').fill(second);
    await press(page, 'Send link');
    await title(page, 'Check your email');
    await followMail(page, second, paths.setPassword);
    const link = page.url();
    await setPassword(page, 'Analytical3', 'Set password');
    await title(page, 'Your password is changed');
    guard.allow(/status of 410/);
    await page.goto(link);
    await expect(page.getByText(/^This link has already been used/)).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, second, 'Analytical3');
  });

  await test.step('deletes the project, and cancels the deletion with the mailed link', async () => {
    await page.goto(`${product.url}/settings/account`);
    await page.getByRole('link', { name: 'Difference' }).click();
    await title(page, 'Difference');
    await press(page, 'Delete project');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Indifference');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await expect(dialog.getByText('Project name you entered does not match Difference')).toBeVisible();
    await dialog.getByRole('textbox').fill('Difference');
    // The stream tells of it, too: what the page has shown may be read again before it has left.
    guard.allow(/status of 404.*\/v1\/(projects|instances|editor)\/\d+\//);
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await title(page, 'Engines');
    await expect(page.getByRole('link', { name: 'Difference' })).toHaveCount(0);
    await followMail(page, second, paths.removalCancelled);
    await title(page, 'Project removal cancelled');
    await page.getByRole('link', { name: 'Return home' }).click();
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await page.goto(`${product.url}/settings/account`);
    await expect(page.getByRole('link', { name: 'Difference' })).toBeVisible();
  });
});
