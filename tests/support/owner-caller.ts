import { authorizeInScope, type InstanceCaller } from '../../server/core/session/access.ts';
import type { TestServer } from './server.ts';

/** The owner as the caller of an endpoint with this access in Dev, for services that are called without a request. */
export async function ownerCaller(
  { app: { deps }, studio }: TestServer,
  access: Parameters<typeof authorizeInScope>[0]['access'],
): Promise<InstanceCaller> {
  const caller = await authorizeInScope(
    { access, safe: false },
    {
      query: deps.database.query,
      id: studio.dev,
      accountId: studio.accounts.owner,
      issuedAt: 0,
      signIn: '',
      via: '',
      now: deps.clock.now(),
    },
  );
  return caller as InstanceCaller;
}
