import type { BillingAction, PaidPlan } from '@quartermaster/contract/billing.ts';

/** What an owner has asked to do on the billing page; each has a dialog. */
export type Asked =
  | { action: Exclude<BillingAction, 'setMembers' | 'setProjects' | 'checkout'> }
  | { action: 'checkout'; plan: PaidPlan };

/** What the parts of the billing page need to offer actions. */
export interface Asking {
  /** Whether a change is on its way, so that no other one can be asked for. */
  isWaiting: boolean;
  onAsk: (asked: Asked) => void;
}
