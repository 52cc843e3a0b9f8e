import type { ConsoleProps } from '../../app/context/console-props.ts';
import type { HostProps } from '../../app/context/host-api.ts';
import { limits } from '../limits.ts';
import { within } from '../within.ts';

const tooLate = `The prop "getAccessToken" did not answer within ${limits.accessToken / 1000} seconds.`;

/** Wraps the host's token function for the console: its result may be late, no promise, or no token. */
export function askForToken(
  getAccessToken: NonNullable<HostProps['getAccessToken']>,
): NonNullable<ConsoleProps['getAccessToken']> {
  const ask = async (reason: Parameters<typeof getAccessToken>[0]): Promise<unknown> => getAccessToken(reason);
  return async (reason) => {
    const answer = await within(ask(reason), limits.accessToken, tooLate);
    if (typeof answer === 'string' && answer !== '') return answer;
    const kind = answer === '' ? 'an empty text' : typeof answer;
    throw new Error(`The prop "getAccessToken" must answer a token, and it answered ${kind}.`);
  };
}
