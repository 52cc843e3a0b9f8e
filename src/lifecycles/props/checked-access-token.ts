import type { ConsoleProps } from '../../app/context/console-props.ts';
import type { HostProps } from '../../app/context/host-api.ts';
import { limits } from '../limits.ts';
import { within } from '../within.ts';

const tooLate = `The prop "getAccessToken" did not answer within ${limits.accessToken / 1000} seconds.`;

type GetToken = NonNullable<HostProps['getAccessToken']>;
type GetChecked = NonNullable<ConsoleProps['getAccessToken']>;

const checked = new WeakMap<GetToken, GetChecked>();

/**
 * Wraps the host's token function, so that the console gets a token or an error even if it is late or returns something else. Always
 * returns the same function for the same one, by which mounts share their session.
 */
export function checkedAccessToken(getAccessToken: GetToken): GetChecked {
  const known = checked.get(getAccessToken) ?? createChecked(getAccessToken);
  checked.set(getAccessToken, known);
  return known;
}

function createChecked(getAccessToken: GetToken): GetChecked {
  const call = async (reason: Parameters<GetToken>[0]): Promise<unknown> => getAccessToken(reason);
  return async (reason) => {
    const answer = await within(call(reason), limits.accessToken, tooLate);
    if (typeof answer === 'string' && answer !== '') return answer;
    const kind = answer === '' ? 'an empty string' : `a value of type ${typeof answer}`;
    throw new Error(`The prop "getAccessToken" must return a token, but it returned ${kind}.`);
  };
}
