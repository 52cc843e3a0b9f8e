import {
  type ChallengeDetails,
  challengeHeader,
  challengeMark,
  proofHeader,
} from '@quartermaster/contract/challenge.ts';
import type { Challenge } from './challenge.ts';
import { challengeFailed } from './challenge-run.ts';

/** The same call, with other headers each time. */
type Call = (headers: Record<string, string>) => Promise<Response>;

/**
 * Makes a call; where the server wants to see a person first, runs the challenge and makes the call again with the answer.
 * A call that waited for the challenge of another one may find the answer used up, and then has a challenge of its own.
 */
export async function challengedCall(challenge: Challenge, call: Call): Promise<Response> {
  let response = await call({});
  let isOwn = false;
  while (isMarked(response) && !isOwn) {
    const answer = await challenge.solve(await detailsOf(response));
    isOwn = answer.isOwn;
    response = await call({ [proofHeader]: answer.token }).finally(answer.spend);
  }
  return response;
}

const isMarked = ({ status, headers }: Response) => status === 403 && headers.get(challengeHeader) === challengeMark;

async function detailsOf(response: Response): Promise<ChallengeDetails> {
  const body: unknown = await response.json().catch(() => null);
  const details = (body as { details?: { site_key?: unknown; script?: unknown } } | null)?.details;
  // A service in front of the server asks for a challenge of its own, which only a page of its own can show.
  if (typeof details?.site_key !== 'string' || typeof details.script !== 'string') throw challengeFailed();
  return { site_key: details.site_key, script: details.script };
}
