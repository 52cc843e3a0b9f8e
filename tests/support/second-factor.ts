import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { codeOf } from './one-time-code.ts';
import type { Person, TestServer } from './server.ts';
import { password } from './server-studio.ts';

/** Sets a second factor up, with a code of the step before, so that the current one was not used. */
export async function setUpFactor(server: TestServer, as: Person): Promise<{ secret: string; codes: string[] }> {
  const { enrolment, secret } = await server.call(secondFactor.enrol, {}, { as });
  const code = codeOf(secret, server.clock.now(), -1);
  const { recovery_codes } = await server.call(secondFactor.confirm, { body: { enrolment, password, code } }, { as });
  return { secret, codes: recovery_codes };
}
