import type { ConsoleProps } from '../../app/context/console-props.ts';
import type { HostProps } from '../../app/context/host-api.ts';
import { limits } from '../limits.ts';
import { within } from '../within.ts';

const tooLate = `The prop "getAccessToken" did not answer within ${limits.accessToken / 1000} seconds.`;

/** Wraps the host's token function, so that the console gets a token or an error even if it is late or returns something else. */
export function checkedAccessToken(
  getAccessToken: NonNullable<HostProps['getAccessToken']>,
): NonNullable<ConsoleProps['getAccessToken']> {
  const call = async (reason: Parameters<typeof getAccessToken>[0]): Promise<unknown> => getAccessToken(reason);
  return async (reason) => {
    const answer = await within(call(reason), limits.accessToken, tooLate);
    if (typeof answer === 'string' && answer !== '') return answer;
    const kind = answer === '' ? 'an empty string' : `a value of type ${typeof answer}`;
    throw new Error(`The prop "getAccessToken" must return a token, but it returned ${kind}.`);
  };
}
