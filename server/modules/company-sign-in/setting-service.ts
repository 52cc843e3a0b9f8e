import type { AccessAction } from '@quartermaster/contract/access-actions.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { LogDetails } from '@quartermaster/contract/endpoints/people/access-log.ts';
import {
  type CompanyInput,
  type CompanySetting,
  companySignIn,
} from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { companySettingRule } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { domainOf } from '../../core/identity/email-domain.ts';
import { IssuerError } from '../../core/identity/fetch-json.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { companyVia } from '../../core/session/session-token.ts';
import { writeLog } from '../access-log/repository.ts';
import { findCredentials, lockAccount, readCredentials } from '../accounts/repository.ts';
import { endSignIns, findSignIn, listSignInsVia } from '../accounts/sign-in-repository.ts';
import { beginChange } from '../workspaces/change-service.ts';
import { deleteIdentity } from './identity-repository.ts';
import { sealSecret } from './provider-service.ts';
import {
  deleteSetting,
  listDomains,
  readSetting,
  type StoredSetting,
  toDomain,
  writeOnly,
  writeSetting,
} from './setting-repository.ts';
import { type CompanySignIn, callbackUrl } from './sign-in-service.ts';

/** Milliseconds for which a sign-in counts as done just now. */
const recently = 15 * 60_000;

const settingOf = ({ client_secret: _, ...setting }: StoredSetting): CompanySetting => setting;

/** The company sign-in of a workspace, and its domains. */
export async function readCompanySetting(
  deps: Deps,
  caller: WorkspaceCaller,
): Promise<Output<typeof companySignIn.get>> {
  const { query } = deps.database;
  const { workspaceId } = caller;
  const setting = await readSetting(query, workspaceId);
  return {
    redirect_url: callbackUrl(deps, workspaceId),
    setting: setting ? settingOf(setting) : null,
    domains: (await listDomains(query, workspaceId)).map(toDomain),
    only_refusal: await findOnlyRefusal(query, caller, deps.clock.now()),
  };
}

/** Saves the company sign-in, once its issuer has answered; returns whether this has turned "only company sign-in" off. */
export async function saveCompanySetting(
  deps: Deps,
  { clientOf }: Pick<CompanySignIn, 'clientOf'>,
  caller: WorkspaceCaller,
  body: CompanyInput,
): Promise<boolean> {
  const typed = (await checkRule(companySettingRule, body)) as CompanyInput;
  const { issuer } = typed;
  await clientOf({ id: caller.workspaceId, issuer })
    .discover(issuer)
    .catch((cause: unknown) => {
      if (!(cause instanceof IssuerError)) throw cause;
      throw new AppError('invalid', { fields: { issuer: cause.message }, cause });
    });
  const now = deps.clock.now();
  return deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, companySignIn.save.access, caller, now);
    const before = await readSetting(query, workspaceId);
    const isSameClient = before?.issuer === issuer && before.client_id === typed.client_id;
    // A stored secret is never sent to another address than the one for which it was entered.
    if (!typed.client_secret && !isSameClient)
      throw new AppError('invalid', { fields: { client_secret: 'Client secret is a required field' } });
    const { client_secret: secret, ...setting } = typed;
    const sealed = secret ? sealSecret(deps, workspaceId, secret) : (before?.client_secret ?? '');
    const isOnly = before?.is_only === true && isSameClient;
    await writeSetting(query, workspaceId, { ...setting, client_secret: sealed, is_only: isOnly, now });
    if (before && !isSameClient) await endCompanySessions(query, workspaceId, now);
    const context = { workspaceId, actor, now };
    await logCompany(query, context, 'company_saved', { issuer_host: new URL(issuer).host });
    const isEnded = before?.is_only === true && !isOnly;
    if (isEnded) await logCompany(query, context, 'company_only_changed', { is_only: false });
    return isEnded;
  });
}

/** Removes the company sign-in: the workspace opens with a password again. */
export async function removeCompanySetting(deps: Deps, caller: WorkspaceCaller): Promise<void> {
  const now = deps.clock.now();
  await deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, companySignIn.remove.access, caller, now);
    const before = await readSetting(query, workspaceId);
    if (!before) throw new AppError('not_found', { message: 'The company sign-in has been removed already.' });
    await deleteSetting(query, workspaceId);
    // The caller's session may be one of them: it was changed by somebody who is an owner, and who stays signed in.
    await endCompanySessions(query, workspaceId, now, { except: caller.signIn });
    await logCompany(query, { workspaceId, actor, now }, 'company_removed', {
      issuer_host: new URL(before.issuer).host,
    });
  });
}

/** Opens the workspace only to sessions of its company sign-in, or to all again. */
export async function setCompanyOnly(deps: Deps, caller: WorkspaceCaller, isOnly: boolean): Promise<void> {
  const now = deps.clock.now();
  await deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, companySignIn.setOnly.access, caller, now);
    const before = await readSetting(query, workspaceId);
    if (!before) throw new AppError('not_found', { message: 'Save the company sign-in first.' });
    if (before.is_only === isOnly) return;
    const refusal = isOnly ? await findOnlyRefusal(query, caller, now) : null;
    if (refusal !== null) throw new AppError('forbidden', { message: refusal });
    await writeOnly(query, workspaceId, isOnly);
    await logCompany(query, { workspaceId, actor, now }, 'company_only_changed', { is_only: isOnly });
  });
}

/** Nobody turns it on who has not shown that it works, or who could not get back in without it. */
async function findOnlyRefusal(
  query: Query,
  { workspaceId, accountId, signIn, via }: WorkspaceCaller,
  now: Date,
): Promise<string | null> {
  const known = await findSignIn(query, { accountId, signIn });
  const isRecent = known !== undefined && now.getTime() - known.createdAt.getTime() < recently;
  if (via !== companyVia(workspaceId) || !isRecent)
    return 'Sign out, sign in with your company, and turn it on within 15 minutes. So you know that it works.';
  const credentials = await readCredentials(query, accountId);
  return credentials?.passwordHash
    ? null
    : 'Set a password first: it is how you get back in if your company sign-in fails. Your profile mails a link.';
}

/** Forgets which account at the provider an address belongs to. */
export async function forgetIdentity(deps: Deps, caller: WorkspaceCaller, email: string): Promise<void> {
  const now = deps.clock.now();
  await deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, companySignIn.forget.access, caller, now);
    const setting = await readSetting(query, workspaceId);
    const domains = (await listDomains(query, workspaceId)).filter(({ verified_at }) => verified_at !== null);
    const isOfDomains = domains.some(({ domain }) => domain === domainOf(email));
    const account = isOfDomains ? await findCredentials(query, email) : undefined;
    if (!setting || !account || !(await deleteIdentity(query, setting.issuer, account.id))) {
      const message = 'Nobody with this address of your verified domains has signed in with your company.';
      throw new AppError('invalid', { fields: { email: message } });
    }
    const entry = { action: 'company_identity_forgotten', subject: account.id, details: {} } as const;
    await writeLog(query, { workspaceId, actor, now }, [entry]);
  });
}

/** Ends the sessions of a company sign-in; with a domain, those of its people. */
export async function endCompanySessions(
  query: Query,
  workspaceId: number,
  now: Date,
  { domain, except }: { domain?: string; except?: string } = {},
): Promise<void> {
  const open = (await listSignInsVia(query, companyVia(workspaceId), domain)).filter(({ id }) => id !== except);
  for (const [accountId, signIns] of Map.groupBy(open, (signIn) => signIn.accountId)) {
    await lockAccount(query, accountId);
    await endSignIns(query, { accountId, ids: signIns.map(({ id }) => id), now });
  }
}

/** Logs a change of the setting. */
export const logCompany = (
  query: Query,
  context: Parameters<typeof writeLog>[1],
  action: AccessAction,
  details: LogDetails,
): Promise<void> => writeLog(query, context, [{ action, details }]);
