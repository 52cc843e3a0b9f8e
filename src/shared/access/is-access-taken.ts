import { isChallengeError } from '../challenge/challenge-run.ts';
import { isRefusal } from '../http/http-error.ts';

/**
 * True for an error that means that access was lost. An ended session and a failed human check, for example, are refusals, too, but say
 * nothing about access.
 */
export const isAccessTaken = (error: unknown): boolean =>
  isRefusal(error) && (error.status === 403 || error.status === 404) && !isChallengeError(error);
