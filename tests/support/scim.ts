import { scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import type { App } from '../../server/core/app/deps.ts';
import { serverOf, type TestServer } from './server.ts';
import type { Person } from './server-studio.ts';

/** What a server answers to a directory. */
export interface ScimAnswer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes.
  body: any;
}

/** The directory of a company, with its token. */
export interface TestDirectory {
  secret: string;
  tokenId: number;
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ScimAnswer>;
}

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The body of a PATCH. */
export const patch = (...operations: object[]) => ({ schemas: [patchSchema], Operations: operations });

/** Calls as a directory with this token. */
export const directoryWith =
  (app: App, secret: string): TestDirectory['send'] =>
  async (method, path, body, headers = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/scim+json',
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = answer.body;
    return { status: answer.statusCode, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };

/** Makes a token of a workspace, which has a company sign-in. */
export async function openDirectory(
  app: App,
  { studio }: Pick<TestServer, 'studio'>,
  { workspaceId = studio.workspaceId, as = 'owner' }: { workspaceId?: number; as?: Person } = {},
): Promise<TestDirectory> {
  const { token, secret } = await serverOf(app, studio).call(scim.createToken, { params: { workspaceId } }, { as });
  return { secret, tokenId: token.id, send: directoryWith(app, secret) };
}

/** The body with which a person is created. */
export const personBody = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Mia', familyName: 'Maker' },
  active: true,
  ...more,
});
