/** Header that marks a response as a challenge: with the value {@link challengeMark} it requires human verification. */
export const challengeHeader = 'cf-mitigated';
/** The value of {@link challengeHeader} in a challenge. */
export const challengeMark = 'challenge';
/** Header of a request that carries the verification token. */
export const proofHeader = 'cf-turnstile-response';

/** The `details` of a challenge: the widget's site key and the URL of its script. */
export interface ChallengeDetails {
  site_key: string;
  script: string;
}
