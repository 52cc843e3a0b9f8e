import { expect } from '@playwright/test';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import { button, type Screen } from './screen.ts';

/** Pages without a session, except sign-in. */
export const publicScreens: Screen<undefined>[] = [
  { name: 'registration', isLong: true, path: () => '/registration' },
  {
    name: 'registration with errors',
    path: () => '/registration',
    act: async (page) => {
      await button('Create account')(page);
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'check your email',
    path: () => '/registration',
    act: async (page) => {
      await page.getByLabel('Name').fill('Somebody');
      await page.getByLabel('Email').fill(`person-${Date.now()}@quartermaster.test`);
      await button('Create account')(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused();
    },
  },
  { name: 'registration help', isLong: true, path: () => '/registration/help' },
  {
    name: 'new password',
    path: () => pageWithHash(paths.confirmRegistration, 'abc'),
    act: async (page) => {
      // If the link cannot be checked, the form is shown.
      const check = '**/v1/registration/link';
      await page.route(check, (route) => route.abort());
      await page.reload();
      await page.getByLabel('New password').fill('Abc');
      await button('Create password')(page);
      await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/./);
      await page.unroute(check);
    },
  },
  {
    name: 'new password with an invalid link',
    isLong: true,
    path: () => pageWithHash(paths.setPassword, 'abc'),
    act: async (page) => {
      await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    },
  },
  { name: 'link without a token', isLong: true, path: () => paths.confirmRegistration },
  { name: 'forgotten password', isLong: true, path: () => '/password-reset' },
  {
    name: 'forgotten password, sent',
    path: () => '/password-reset',
    act: async (page) => {
      await page.getByLabel('Email').fill(`nobody-${Date.now()}@quartermaster.test`);
      await button('Send link')(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused();
    },
  },
  { name: 'email change', isLong: true, path: () => pageWithHash(paths.emailChanged, 'abc') },
  { name: 'mails about mentions', isLong: true, path: () => pageWithHash(paths.mentionMails, 'abc') },
  { name: 'project removal', path: () => pageWithHash(paths.removalCancelled, 'abc') },
];
