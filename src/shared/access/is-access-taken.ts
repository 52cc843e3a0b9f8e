import { isChallengeError } from '../challenge/challenge-run.ts';
import { isRefusal } from '../http/http-error.ts';

/**
 * True for an answer by which the server took away what was allowed before. An ended session and a failed human check, for
 * instance, are refusals, too, and say nothing about access.
 */
export const isAccessTaken = (error: unknown): boolean =>
  isRefusal(error) && (error.status === 403 || error.status === 404) && !isChallengeError(error);
