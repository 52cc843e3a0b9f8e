import { changeStatus, type Environment } from '@quartermaster/contract/access.ts';
import type { MemberRoles } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';

/** Ids of a member's roles, by the forms' names of the environments. */
export interface RolesByEnvironment {
  dev: number[];
  stage: number[];
  prod: number[];
}

/** The forms' names of the environments. */
export const environmentKey = { Dev: 'dev', Stage: 'stage', Prod: 'prod' } as const satisfies Record<
  Environment,
  keyof RolesByEnvironment
>;

/** A member's roles as form values. */
export function currentRoles(instances: MemberRoles['instances']): RolesByEnvironment {
  const current: RolesByEnvironment = { dev: [], stage: [], prod: [] };
  for (const { env, roles } of instances) current[environmentKey[env]] = roles.map(({ id }) => id);
  return current;
}

/** The roles to give and take, so that the member has the roles of the form. */
function roleChanges(instances: MemberRoles['instances'], chosen: RolesByEnvironment) {
  return instances.flatMap(({ id, env, roles }) => {
    const before = roles.map((role) => role.id);
    const after = chosen[environmentKey[env]];
    const change = (role_id: number, status: 1 | 2) => ({ instance_id: id, role_id, status });
    return [
      ...after.filter((role) => !before.includes(role)).map((role) => change(role, changeStatus.create)),
      ...before.filter((role) => !after.includes(role)).map((role) => change(role, changeStatus.delete)),
    ];
  });
}

/** Sends the changes; a refusal becomes an error of its environment, shown at the input. */
export async function saveRoles(
  instances: MemberRoles['instances'],
  chosen: RolesByEnvironment,
  send: (roles: ReturnType<typeof roleChanges>) => Promise<unknown>,
): Promise<unknown> {
  const sent = roleChanges(instances, chosen);
  try {
    return await send(sent);
  } catch (error) {
    if (!(error instanceof HttpError) || !error.body.fields) throw error;
    const fields = Object.entries(error.body.fields).map(([path, message]) => {
      const [, at, name] = /^roles\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const instance = instances.find(({ id }) => id === sent[Number(at)]?.instance_id);
      if (!instance) return [path, message];
      return [environmentKey[instance.env], `${name === 'role_id' ? 'One of these roles' : 'The instance'} ${message}`];
    });
    throw new HttpError(error.status, { ...error.body, fields: Object.fromEntries(fields) }, error.eventId);
  }
}
