import { anyone } from '@quartermaster/contract/access.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { createTurns } from '../../core/base/turns.ts';
import { createFloodLimit } from '../../core/http/flood-limit.ts';
import { networkOf } from '../../core/http/rate-limit.ts';
import { refuseUnstorableTexts } from '../../core/http/validation.ts';
import { filterOf, hasAttribute, partOf, type Search, toGroup, toList, toUser } from './answers.ts';
import { readDirectory } from './directory-service.ts';
import { discovery } from './discovery.ts';
import { readFilter } from './filter.ts';
import { type GroupAttribute, listGroups } from './group-repository.ts';
import { createGroup, getGroup, removeGroup, updateGroup } from './group-service.ts';
import { readGroup, readGroupPatch, readUser, readUserPatch } from './read-body.ts';
import { scimType, sendScimError } from './scim-error.ts';
import { addScimSettingRoutes } from './setting-routes.ts';
import { scimAddress } from './setting-service.ts';
import type { Directory } from './token-repository.ts';
import { listUsers, type UserAttribute } from './user-repository.ts';
import { createUser, getUser, removeUser, updateUser } from './user-service.ts';

/** Only tokens open it, and cookies are not read: it needs no header against forgery. Pages of other origins have no business here. */
const config = { access: anyone, safe: true, cors: false, accepts: ['json', 'scim'] as ['json', 'scim'] };

/** Of a group with 10,000 members. */
const bodyLimit = 2 * 1024 * 1024;

const base = '/scim/v2';

const userAttributes: Record<string, UserAttribute | undefined> = {
  username: 'userName',
  'emails.value': 'userName',
  'emails[type eq "work"].value': 'userName',
  externalid: 'externalId',
  id: 'id',
  active: 'active',
};

const groupAttributes: Record<string, GroupAttribute | undefined> = {
  displayname: 'displayName',
  externalid: 'externalId',
  id: 'id',
  members: 'members',
  'members.value': 'members',
};

interface Call {
  directory: Directory;
  /** The id in the path. */
  id: string;
  search: Search;
  body: unknown;
  reply: FastifyReply;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The directories of companies keep people and groups of their workspace up to date (RFC 7644). */
export const scimRoutes = (app: App, deps: Deps): void => {
  addScimSettingRoutes(app);
  const address = scimAddress(deps);
  const serve = createServe(app, deps);

  serve('GET', '/Users', async ({ directory, search }) => {
    const part = partOf(search);
    const filter = filterOf(search);
    const conditions = filter === undefined ? [] : readFilter(filter, userAttributes);
    const { rows, total } = await listUsers(deps.database.query, directory.workspaceId, conditions, part);
    return toList(
      rows.map((user) => toUser(user, address, search)),
      total,
      part,
    );
  });
  serve('POST', '/Users', async ({ directory, search, body, reply }) => {
    const user = await createUser(deps, directory, readUser(body));
    reply.code(201).header('location', `${address}/Users/${user.scim_id}`);
    return toUser(user, address, search);
  });
  serve('GET', '/Users/:id', async ({ directory, id, search }) =>
    toUser(await getUser(deps, directory, id), address, search),
  );
  serve('PUT', '/Users/:id', async ({ directory, id, search, body }) =>
    toUser(await updateUser(deps, directory, id, readUser(body)), address, search),
  );
  serve('PATCH', '/Users/:id', async ({ directory, id, search, body }) =>
    toUser(await updateUser(deps, directory, id, readUserPatch(body)), address, search),
  );
  serve('DELETE', '/Users/:id', ({ directory, id }) => removeUser(deps, directory, id));

  serve('GET', '/Groups', async ({ directory, search }) => {
    const part = partOf(search);
    const filter = filterOf(search);
    const conditions = filter === undefined ? [] : readFilter(filter, groupAttributes);
    const { rows, total } = await listGroups(deps.database.query, directory.workspaceId, conditions, part);
    return toList(
      rows.map((group) => toGroup({ group }, address, search)),
      total,
      part,
    );
  });
  const answerGroup = async (directory: Directory, id: string, search: Search) =>
    toGroup(await getGroup(deps, directory, id, { withMembers: hasAttribute(search, 'members') }), address, search);
  serve('POST', '/Groups', async ({ directory, search, body, reply }) => {
    const { scim_id: id } = await createGroup(deps, directory, readGroup(body));
    reply.code(201).header('location', `${address}/Groups/${id}`);
    return answerGroup(directory, id, search);
  });
  serve('GET', '/Groups/:id', ({ directory, id, search }) => answerGroup(directory, id, search));
  serve('PUT', '/Groups/:id', async ({ directory, id, search, body }) => {
    await updateGroup(deps, directory, id, readGroup(body));
    return answerGroup(directory, id, search);
  });
  // Entra expects no body, and Okta allows it (docs/company-sign-in.md).
  serve('PATCH', '/Groups/:id', ({ directory, id, body }) => updateGroup(deps, directory, id, readGroupPatch(body)));
  serve('DELETE', '/Groups/:id', ({ directory, id }) => removeGroup(deps, directory, id));

  const { ServiceProviderConfig, ...lists } = discovery(address, `${deps.config.publicUrl}/docs`);
  serve('GET', '/ServiceProviderConfig', async () => ServiceProviderConfig);
  for (const [name, resources] of Object.entries(lists)) {
    serve('GET', `/${name}`, async () => toList(resources, resources.length, { skipped: 0, count: 0 }));
    serve('GET', `/${name}/:id`, async ({ id }) => {
      const found = resources.find((resource) => resource.id.toLowerCase() === id);
      if (!found) throw new AppError('not_found');
      return found;
    });
  }

  app.all(`${base}/*`, { config, errorHandler: sendScimError }, () => {
    throw new AppError('not_found', { message: `Below ${base} there are Users, Groups and what describes them.` });
  });
};

/** Ids of users and groups; anything else is not found without a look at the database. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function createServe(app: App, deps: Deps) {
  const turns = createTurns({
    atOnce: 4,
    waiting: 200,
    ofOne: 40,
    message: 'Too many SCIM requests at a time. Wait for answers, and try again.',
  });
  // Of a workspace, as providers call for many of them from one address.
  const countCall = createFloodLimit({ calls: 6000, seconds: 60 });
  const countRefused = createFloodLimit({ calls: 300, seconds: 60 });
  const directories = new WeakMap<FastifyRequest, Directory>();

  // Before the body is read.
  const authenticate = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const directory = await readDirectory(deps, request.headers.authorization);
      countCall(`workspace ${directory.workspaceId}`);
      directories.set(request, directory);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      countRefused(networkOf(request.ip));
      reply.header('www-authenticate', 'Bearer realm="Quartermaster SCIM"');
      throw error;
    }
  };

  return (method: Method, path: string, answer: (call: Call) => Promise<unknown>): void => {
    app.route({
      method,
      url: base + path,
      config,
      bodyLimit,
      errorHandler: sendScimError,
      onRequest: authenticate,
      handler: async (request, reply) => {
        const directory = directories.get(request);
        if (!directory) throw new AppError('unauthorized');
        const search = request.query as Search;
        refuseUnstorableTexts({ ...search });
        const id = String((request.params as { id?: string }).id ?? '').toLowerCase();
        if (/^\/(Users|Groups)\/:id$/.test(path) && !uuid.test(id)) throw new AppError('not_found');
        const call = { directory, id, search, body: request.body, reply };
        const answered = await turns(() => answer(call), { key: directory.workspaceId, signal: request.signal });
        if (answered === undefined) return reply.code(204).send();
        return reply.type(scimType).send(JSON.stringify(answered));
      },
    });
  };
}
