import { changeStatus, type Environment } from '@quartermaster/contract/access.ts';
import type { MemberRoles } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';

/** Ids of the roles that somebody has, as the forms name the environments. */
export interface RolesByEnvironment {
  dev: number[];
  stage: number[];
  prod: number[];
}

/** How the forms name the environments. */
export const environmentKey = { Dev: 'dev', Stage: 'stage', Prod: 'prod' } as const satisfies Record<
  Environment,
  keyof RolesByEnvironment
>;

/** The roles that somebody has, as the form holds them. */
export function heldRoles(instances: MemberRoles['instances']): RolesByEnvironment {
  const held: RolesByEnvironment = { dev: [], stage: [], prod: [] };
  for (const { env, roles } of instances) held[environmentKey[env]] = roles.map(({ id }) => id);
  return held;
}

/** What has to be given and taken, so that somebody has the roles of the form. */
function roleChanges(instances: MemberRoles['instances'], wanted: RolesByEnvironment) {
  return instances.flatMap(({ id, env, roles }) => {
    const before = roles.map((role) => role.id);
    const after = wanted[environmentKey[env]];
    const change = (role_id: number, status: 1 | 2) => ({ instance_id: id, role_id, status });
    return [
      ...after.filter((role) => !before.includes(role)).map((role) => change(role, changeStatus.create)),
      ...before.filter((role) => !after.includes(role)).map((role) => change(role, changeStatus.delete)),
    ];
  });
}

/** Sends what has to change; what the server refuses of it becomes an error of the environment, whose input shows it. */
export async function saveRoles(
  instances: MemberRoles['instances'],
  wanted: RolesByEnvironment,
  send: (roles: ReturnType<typeof roleChanges>) => Promise<unknown>,
): Promise<unknown> {
  const sent = roleChanges(instances, wanted);
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
