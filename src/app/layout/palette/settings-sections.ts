import { paths } from '@quartermaster/contract/paths.ts';
import { texts } from '../../../shared/ui/texts.ts';

/** A part of a settings page. Its address leads to the `Section` with this title. */
export interface SettingsSection {
  title: string;
  /** Further words by which it is found. */
  words?: string;
  isForOwners?: true;
  /** Shown to those who may delete the project. */
  deletes?: true;
}

/** The sections of settings pages, by path. Those that depend on more than the page and a role are not listed. */
export const settingsSections: Readonly<Record<string, readonly SettingsSection[]>> = {
  [paths.account]: [
    { title: 'Personal information', words: 'name email address' },
    { title: 'Password', words: 'change security' },
    { title: 'Mails', words: 'mentions notifications unsubscribe' },
    { title: 'Presence', words: 'show others where I am hide' },
  ],
  [paths.billing]: [{ title: 'Plans', words: 'subscription upgrade downgrade price trial' }],
  [paths.workspace]: [
    { title: texts.workspaceName, words: 'rename' },
    { title: 'Plan and billing', words: 'subscription payment invoice upgrade', isForOwners: true },
    { title: 'Projects', words: 'games' },
  ],
  [paths.project]: [
    { title: texts.projectName, words: 'rename' },
    { title: 'Instances', words: 'environments ids' },
    { title: 'Languages', words: 'locales localisation translations' },
    { title: texts.history, words: 'retention versions' },
    { title: 'Project members', words: 'people roles access' },
    { title: 'Delete project', words: 'remove', deletes: true },
  ],
};

/** Further words by which pages are found. */
export const pageWords: Readonly<Record<string, string>> = {
  [paths.account]: 'account name email password second factor two-factor 2fa authenticator recovery codes sessions',
  [paths.billing]: 'plan subscription invoices payment card seats upgrade',
  [paths.members]: 'people users invite invitation seats',
  [paths.roles]: 'permissions access rights',
  [paths.extensions]: 'plugins widgets custom fields editors panels actions cards code',
  [paths.companySignIn]:
    'company sign-in security require second factor two-factor 2fa mfa sso single sign-on openid connect oidc google entra okta keycloak domains identity provider',
  [paths.accessLog]: 'audit security sign-ins',
  [paths.exportSettings]: 'delivery api token instance id game code types clients signed builds public keys',
  [`${paths.exportSettings}?view=tokens`]: 'api keys scopes access',
  [`${paths.exportedData}?view=webhooks`]: 'hooks callbacks events',
  [`${paths.exportedData}?view=builds`]: 'releases versions',
  [`${paths.exportedData}?view=channels`]: 'live beta',
  [paths.exportedData]: 'exports downloads reports',
  [paths.navigationSetup]: 'menu sidebar folders',
  [paths.replace]: 'search bulk texts',
  [paths.trash]: 'deleted restore bin',
  [paths.sync]: 'publish compare deploy environments',
  [paths.releases]: 'plan new schedule publish calendar',
  [paths.changes]: 'undo versions bulk edits imports',
};
