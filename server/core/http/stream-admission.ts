import { AppError } from '../base/errors.ts';

/** How many new streams a server lets in. */
export interface AdmissionLimits {
  perSecond: number;
  /** How many come at once after a quiet time. */
  burst: number;
}

/** Letting one in reads its session and access: at this rate, other calls have most of the server. */
const usual: AdmissionLimits = { perSecond: 60, burst: 60 };

/** The latest that a newcomer is sent away until, in seconds. */
const longest = 45;

/**
 * Limits the rate of new streams: when a server or a network comes back, all of its readers do at once. Returns the refusal of one that is
 * too many, with the time of its own turn, or undefined.
 */
export function createStreamAdmission({ perSecond, burst }: AdmissionLimits = usual, now = () => performance.now()) {
  const interval = 1000 / perSecond;
  // Times at which the places that have been taken, and those that have been promised, are used up.
  let [taken, promised] = [0, 0];
  return (): AppError | undefined => {
    const at = now();
    // Half an interval tolerates the rounding of the clock.
    if (taken - at < (burst - 0.5) * interval) {
      taken = Math.max(taken, at) + interval;
      return undefined;
    }
    promised = Math.min(Math.max(promised, taken, at) + interval, at + longest * 1000);
    const seconds = Math.max(1, Math.ceil((promised - at) / 1000));
    return new AppError('unavailable', {
      message: 'Many live streams are being opened. Try again.',
      retryAfter: seconds,
    });
  };
}
