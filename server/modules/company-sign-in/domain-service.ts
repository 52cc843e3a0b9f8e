import { verificationRecord } from '@quartermaster/contract/company-sign-in.ts';
import { type CompanyDomain, companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import {
  companyDomainRule,
  companyLimits,
  toDomain as domainFrom,
} from '@quartermaster/contract/rules/people/company-sign-in.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { randomToken } from '../../core/environment/secrets.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { countAttempt } from '../../core/http/rate-limit.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { beginChange } from '../workspaces/change-service.ts';
import {
  deleteDomain,
  findDomain,
  findVerified,
  insertDomain,
  listDomains,
  readSetting,
  toDomain,
  writeVerified,
} from './setting-repository.ts';
import { endCompanySessions, logCompany } from './setting-service.ts';

/** How often the records of domains are looked up for a workspace in an hour. */
const lookups = { attempts: 60, seconds: 60 * 60 };

/** Adds a domain that is not verified yet. */
export async function addDomain(
  deps: Deps,
  caller: WorkspaceCaller,
  typed: { domain: string },
): Promise<CompanyDomain> {
  const domain = domainFrom((await checkRule(companyDomainRule, typed)).domain);
  const now = deps.clock.now();
  const refuse = (message: string) => new AppError('invalid', { fields: { domain: message } });
  return deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, companySignIn.addDomain.access, caller, now);
    const known = await listDomains(query, workspaceId);
    if (known.some((one) => one.domain === domain)) throw refuse('This domain is in the list already.');
    if (known.length >= companyLimits.domains)
      throw refuse(`A workspace has at most ${companyLimits.domains} domains.`);
    await insertDomain(query, workspaceId, domain, randomToken());
    await logCompany(query, { workspaceId, actor, now }, 'company_domain_added', { domain });
    return read(query, workspaceId, domain);
  });
}

async function read(query: Query, workspaceId: number, domain: string): Promise<CompanyDomain> {
  const found = (await listDomains(query, workspaceId)).find((one) => one.domain === domain);
  if (!found) throw new AppError('not_found', { message: 'This domain has been removed.' });
  return toDomain(found);
}

/**
 * Looks for the record of a domain, and verifies it. Another workspace that has verified the domain loses it if its own record is gone: who
 * controls the domain now, decides.
 */
export async function checkDomain(deps: Deps, caller: WorkspaceCaller, id: number): Promise<CompanyDomain> {
  const { database, clock } = deps;
  const { workspaceId } = caller;
  const now = clock.now();
  const asked = await findDomain(database.query, workspaceId, id);
  if (!asked) throw new AppError('not_found', { message: 'This domain has been removed.' });
  await countAttempt(database.query, now, [{ key: `company-domain:workspace:${workspaceId}`, ...lookups }]);
  const records = await deps.findTexts(asked.domain).catch((cause: unknown) => {
    const message = `The DNS records of ${asked.domain} cannot be read right now. Try again in a minute.`;
    throw new AppError('unavailable', { message, retryAfter: 60, cause });
  });
  const hasRecord = (token: string) => records.some((text) => text.trim() === verificationRecord + token);
  if (!hasRecord(asked.token)) {
    const message = `${asked.domain} has no TXT record "${verificationRecord}${asked.token}" yet. DNS can take an hour to show a new one.`;
    throw new AppError('invalid', { message });
  }
  return deps.unit(async ({ query }) => {
    const { actor } = await beginChange(query, companySignIn.checkDomain.access, caller, now);
    const domain = await findDomain(query, workspaceId, id);
    if (!domain) throw new AppError('not_found', { message: 'This domain has been removed.' });
    const holder = await findVerified(query, domain.domain);
    if (holder?.id === id) return toDomain(domain);
    if (holder) {
      if (hasRecord(holder.token)) {
        const message = `Another workspace has verified ${domain.domain}. Remove its TXT record, or remove the domain there, and check again.`;
        throw new AppError('taken', { message });
      }
      await writeVerified(query, holder.id, null);
      await endCompanySessions(query, holder.workspace_id, now, { domain: holder.domain });
      const context = { workspaceId: holder.workspace_id, actor: { kind: 'system' } as const, now };
      await logCompany(query, context, 'company_domain_lost', { domain: holder.domain });
    }
    await writeVerified(query, id, now);
    await logCompany(query, { workspaceId, actor, now }, 'company_domain_verified', { domain: domain.domain });
    return toDomain({ ...domain, verified_at: now });
  });
}

/** Removes a domain: its people no longer sign in by it. */
export async function removeDomain(deps: Deps, caller: WorkspaceCaller, id: number): Promise<void> {
  const now = deps.clock.now();
  await deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, companySignIn.removeDomain.access, caller, now);
    const domain = await findDomain(query, workspaceId, id);
    if (!domain) throw new AppError('not_found', { message: 'This domain has been removed already.' });
    const others = (await listDomains(query, workspaceId)).filter((one) => one.id !== id && one.verified_at !== null);
    const isNeeded = domain.verified_at !== null && others.length === 0;
    if (isNeeded && (await readSetting(query, workspaceId))?.is_only) {
      const message = 'Only company sign-in opens this workspace, and this is its last domain. Turn that off first.';
      throw new AppError('taken', { message });
    }
    await deleteDomain(query, id);
    await endCompanySessions(query, workspaceId, now, { domain: domain.domain, except: caller.signIn });
    await logCompany(query, { workspaceId, actor, now }, 'company_domain_removed', { domain: domain.domain });
  });
}
