import type { Environment, TokenScope } from '@quartermaster/contract/access.ts';
import {
  type NewProjectToken,
  type ProjectToken,
  projectTokens,
} from '@quartermaster/contract/endpoints/project-tokens.ts';
import { projectTokenRule } from '@quartermaster/contract/rules/project-tokens.ts';
import { mostProjectTokens } from '@quartermaster/contract/shapes/project-tokens.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { hashToken } from '../../core/environment/secrets.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { authorizeInScope, type InstanceCaller } from '../../core/session/access.ts';
import { newProjectToken } from '../../core/session/project-token.ts';
import { withoutSession } from '../../core/session/session-token.ts';
import { writeLog } from '../access-log/repository.ts';
import {
  countTokens,
  findFreeName,
  findInstances,
  findProjectName,
  insertToken,
  type ListedToken,
  listTokens,
  revokeToken,
} from './repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

const toToken = ({ created_at, expires_at, last_used_at, ...token }: ListedToken): ProjectToken => ({
  ...token,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** The tokens that open an instance. */
export const readTokens = async ({ database }: Needs, caller: InstanceCaller): Promise<ProjectToken[]> =>
  (await listTokens(database.query, caller)).map(toToken);

/** Makes a token; its secret is only known from the answer. */
export async function createToken(
  deps: Needs,
  caller: InstanceCaller,
  { expires_at: typedExpiry, ...typed }: NewProjectToken,
): Promise<Made> {
  const { name, scopes, environments } = await checkRule(projectTokenRule, typed);
  const expiresAt = typedExpiry === null ? null : expiryOf(deps, typedExpiry);
  const instanceIds = await requireTokenAccess(deps, caller, environments);
  return makeToken(deps, caller, { name, scopes, instanceIds, expiresAt });
}

/** Makes a token for an assistant, which gets a number if its name is taken. */
export async function createNumberedToken(
  deps: Needs,
  caller: InstanceCaller,
  { environments, expires_at, ...token }: NewProjectToken & { expires_at: string },
): Promise<Made> {
  const expiresAt = expiryOf(deps, expires_at);
  const instanceIds = await requireTokenAccess(deps, caller, environments);
  return makeToken(deps, caller, { ...token, instanceIds, expiresAt }, { isNumbered: true });
}

/** The time at which a token expires; throws 422 for one that is over. */
export function expiryOf({ clock }: Pick<Deps, 'clock'>, expiresAt: string): Date {
  const date = new Date(expiresAt);
  if (date <= clock.now()) throw new AppError('invalid', { fields: { expires_at: 'Must be in the future' } });
  return date;
}

interface Made {
  token: ProjectToken;
  secret: string;
}

interface NewToken {
  name: string;
  scopes: readonly TokenScope[];
  instanceIds: readonly number[];
  expiresAt: Date | null;
}

async function makeToken(
  deps: Needs,
  caller: InstanceCaller,
  { name, scopes, instanceIds, expiresAt }: NewToken,
  { isNumbered = false } = {},
): Promise<Made> {
  const secret = newProjectToken();
  const at = deps.clock.now();
  const token = await deps.unit(async (unit) => {
    const { query } = unit;
    const { projectId, actor } = caller;
    if ((await countTokens(query, projectId)) >= mostProjectTokens) {
      const message = `A project has at most ${mostProjectTokens} tokens. Revoke one that is not used any more.`;
      throw new AppError('invalid', { message });
    }
    const made = await insertToken(query, {
      projectId,
      // Tokens do not make tokens, so that there is an account.
      accountId: accountOf(actor) ?? 0,
      name: isNumbered ? await findFreeName(query, projectId, name) : name,
      scopes: [...new Set(scopes)],
      instanceIds,
      tokenHash: hashToken(secret),
      at,
      expiresAt,
    });
    if (!made) throw new AppError('taken', { fields: { name: 'Another token of the project has this name' } });
    await log(unit, caller, 'token_created', { token: made, at });
    return made;
  });
  return { token: toToken(token), secret };
}

/** The instances of environments; throws unless the caller may make tokens in each of them. */
export async function requireTokenAccess(
  { database: { query }, clock }: Pick<Deps, 'database' | 'clock'>,
  { actor, instanceId, projectId }: InstanceCaller,
  environments: readonly Environment[],
): Promise<number[]> {
  const ids = await findInstances(query, projectId, environments);
  const now = clock.now();
  // The session was checked with the call.
  const session = { accountId: accountOf(actor) ?? 0, issuedAt: Math.ceil(now.getTime() / 1000), ...withoutSession };
  const needed = { access: projectTokens.create.access, safe: false };
  for (const id of ids) if (id !== instanceId) await authorizeInScope(needed, { query, id, now, ...session });
  return ids;
}

/** Revokes a token, at once and in all its instances. */
export async function endToken(deps: Needs, caller: InstanceCaller, id: number): Promise<void> {
  const at = deps.clock.now();
  await deps.unit(async (unit) => {
    const token = await revokeToken(unit.query, caller, id, at);
    if (!token) throw new AppError('not_found', { message: 'This token does not exist any more.' });
    await log(unit, caller, 'token_revoked', { token, at });
  });
}

async function log(
  { query }: Unit,
  { workspaceId, projectId, actor }: InstanceCaller,
  action: 'token_created' | 'token_revoked',
  { token, at }: { token: ListedToken; at: Date },
): Promise<void> {
  const details = {
    project_name: await findProjectName(query, projectId),
    token_name: token.name,
    token_scopes: token.scopes,
    environments: token.environments,
  };
  await writeLog(query, { workspaceId, actor, now: at }, [{ action, details }]);
}
