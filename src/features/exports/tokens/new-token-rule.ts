import { projectTokenRule } from '@quartermaster/contract/rules/project-tokens.ts';
import { addDays } from 'date-fns/addDays';
import { type InferType, string } from 'yup';

/** The choices of how long a token is valid, in days; the last one is without an end. */
export const validity = { 30: '30 days', 90: '90 days', 365: 'A year', never: 'Until it is revoked' } as const;

/** The form of a new token. */
export const newTokenRule = projectTokenRule.shape({ days: string().required() });

/** What is typed in it. */
export type TokenValues = InferType<typeof newTokenRule>;

/** The time at which a token expires that is made now. */
export const expiryAfter = (days: string): string | null =>
  days === 'never' ? null : addDays(new Date(), Number(days)).toISOString();
