import { type Environment, environments, refusalErrors } from '@quartermaster/contract/access.ts';
import { assistants } from '@quartermaster/contract/endpoints/assistants.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { lacksText } from '../../../shared/access/lacks-text.ts';
import { type AccessResult, useRefusalIn } from '../../../shared/access/use-refusal.ts';

/** In which environments of a project the user can connect an assistant, and if in none, why. */
export function useOpenEnvironments(instances: Project['instances']) {
  const idOf = (env: Environment) => instances.find((instance) => instance.env === env)?.id ?? 0;
  const refusals: Record<Environment, AccessResult> = {
    Dev: useRefusalIn(assistants.allow, idOf('Dev')),
    Stage: useRefusalIn(assistants.allow, idOf('Stage')),
    Prod: useRefusalIn(assistants.allow, idOf('Prod')),
  };
  return {
    isPending: (env: Environment) => refusals[env] === 'unknown',
    isClosed: (env: Environment) => refusals[env] !== 'unknown' && refusals[env] !== null,
    problem: problemOf(environments.filter((env) => idOf(env) > 0).map((env) => refusals[env])),
  };
}

function problemOf(refusals: readonly AccessResult[]): string | undefined {
  if (refusals.some((refusal) => refusal === null || refusal === 'unknown')) return undefined;
  const [ofPlan] = refusals.flatMap((one) => (one === 'canceled' || one === 'seats' || one === 'plan' ? [one] : []));
  return ofPlan ? errors[refusalErrors[ofPlan]].message : lacksText('EXPORT');
}
