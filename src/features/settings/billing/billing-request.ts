import type { BillingAction, PaidPlan } from '@quartermaster/contract/billing.ts';

/** The actions of the billing page; each has a dialog. */
export type BillingRequest =
  | { action: Exclude<BillingAction, 'setMembers' | 'setProjects' | 'checkout'> }
  | { action: 'checkout'; plan: PaidPlan };

/** What the parts of the billing page need to offer actions. */
export interface BillingControls {
  /** True while a change is pending, so that no other can be requested. */
  isWaiting: boolean;
  onRequest: (request: BillingRequest) => void;
}
