import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import type { TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';

/** Sets the active instance of an account; 0 for none. */
export const choose = (server: TestServer, as: Person, instanceId: number) =>
  server.call(instances.activate, { params: { instanceId }, body: {} }, { as });
