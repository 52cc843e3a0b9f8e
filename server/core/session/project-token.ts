import { randomToken } from '../environment/secrets.ts';

/**
 * A new token of a project: 256 random bits after a prefix by which scanners for secrets, and {@link projectTokenOf}, know it. It is
 * longer than the API token of an instance, which could begin like it.
 */
export const newProjectToken = (): string => `qm_${randomToken()}`;

/** The token of a project in an `Authorization` header. */
export const projectTokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer (qm_[\w-]{43})$/i.exec(authorization ?? '')?.[1];
