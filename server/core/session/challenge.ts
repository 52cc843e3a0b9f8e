import {
  type ChallengeDetails,
  challengeHeader,
  challengeMark,
  proofHeader,
} from '@quartermaster/contract/challenge.ts';
import { readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { callConfigured } from '../egress/call-out.ts';
import type { Environment } from '../environment/environment.ts';

/** Requires human verification before a call is handled. */
export interface Challenge {
  /** Resolves if the request has proof, or none is required; otherwise throws `challenge` or `unavailable`. */
  verify: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const longestToken = 2048;

/** Bytes of a verdict. */
const longest = 64 * 1024;

interface Verdict {
  success?: boolean;
  'error-codes'?: string[];
}

/** Error codes about the token, as opposed to the server's configuration. */
const ofToken = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

/** Cloudflare Turnstile, or a compatible service at the configured addresses; requires nothing if not configured. */
export function createChallenge({ turnstile }: Pick<Environment, 'turnstile'>, timeout = 5000): Challenge {
  if (!turnstile) return { verify: async () => {} };
  const { siteKey, secretKey, scriptUrl, verifyUrl } = turnstile;

  const requestVerdict = async (token: string, address: string): Promise<Verdict> => {
    const { status, body } = await callConfigured(verifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: secretKey, response: token, remoteip: address }),
      timeout,
      longest,
    });
    if (status >= 500) throw new Error(`The verification service responded with ${status}.`);
    return JSON.parse(readUtf8(body)) as Verdict;
  };

  return {
    verify: async (request, reply) => {
      const refuse = (cause: unknown): never => {
        request.log.error({ err: cause }, 'human verification failed');
        throw unavailable(cause);
      };
      const token = request.headers[proofHeader];
      const hasToken = typeof token === 'string' && token !== '' && token.length <= longestToken;
      const verdict = hasToken ? await requestVerdict(token, request.ip).catch(refuse) : { success: false };
      if (verdict.success === true) return;
      const wrong = (verdict['error-codes'] ?? []).filter((code) => !ofToken.includes(code));
      // Nobody can pass until the keys are fixed, so users are not asked to try again.
      if (wrong.length > 0) refuse(new Error(`The verification service rejected the server: ${wrong.join(', ')}.`));
      reply.header(challengeHeader, challengeMark);
      const details: ChallengeDetails = { site_key: siteKey, script: scriptUrl };
      throw new AppError('challenge', { details });
    },
  };
}

const unavailable = (cause: unknown) =>
  new AppError('unavailable', {
    message:
      "We couldn't check that you're human, as the verification service does not answer. Please try again in a minute.",
    retryAfter: 60,
    cause,
  });
