/** Header that marks an answer as a challenge: with {@link challengeMark} it asks for proof of a person. */
export const challengeHeader = 'cf-mitigated';
/** What {@link challengeHeader} says then. */
export const challengeMark = 'challenge';
/** Header of a request that carries proof. */
export const proofHeader = 'cf-turnstile-response';

/** The `details` of a challenge: whose widget, and where its script is. */
export interface ChallengeDetails {
  site_key: string;
  script: string;
}
