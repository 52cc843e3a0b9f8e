import {
  type ChallengeDetails,
  challengeHeader,
  challengeMark,
  proofHeader,
} from '@quartermaster/contract/challenge.ts';
import type { Challenge } from './challenge.ts';
import { challengeFailed } from './challenge-run.ts';

/** A request that can be repeated with different headers. */
type Call = (headers: Record<string, string>) => Promise<Response>;

/**
 * Sends a request; if the server requires human verification, runs the challenge and repeats the request with its token. A request that
 * waited for another one's challenge may be challenged again, because the token is single-use.
 */
export async function challengedCall(challenge: Pick<Challenge, 'solve'>, call: Call): Promise<Response> {
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
  // A proxy in front of the server requires its own challenge, which only a full page can show.
  if (typeof details?.site_key !== 'string' || typeof details.script !== 'string') throw challengeFailed();
  return { site_key: details.site_key, script: details.script };
}
