import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import type { Checkout, PricePreview } from '@quartermaster/contract/endpoints/billing.ts';

/** The items paid for each month; `projects` is their total number, including the plan's own. */
export interface PaidItems {
  plan: PaidPlan;
  members: number;
  projects: number;
}

/** A subscription as stored by the payment provider; amounts in US cents, with tax. */
export interface ProviderSubscription extends PaidItems {
  id: string;
  /** From the checkout in which it was bought; the proof shows that an owner of the workspace requested it. */
  workspaceId: number;
  proof: string;
  status: 'active' | 'past_due' | 'canceled';
  /** It ends at the billing date. */
  isEnding: boolean;
  /** The date of the next payment; if past due, the date when payment was due; if canceled, the end. */
  billingDate: Date | null;
  nextPayment: number;
  recurringPayment: number;
  /** Increases with every change. */
  changedAt: Date;
}

/** A bought subscription and its workspace. */
export type BoughtSubscription = Pick<ProviderSubscription, 'id' | 'workspaceId' | 'proof'>;

/** The content of a webhook: the subscription that an event is about, if any. */
export interface ProviderEvent {
  id: string;
  subscriptionId: string | undefined;
}

/**
 * The service that collects payments. Its calls may take seconds and are made outside of transactions. They throw
 * `unavailable` if it does not respond and `billing_state` if it refuses a change.
 */
export interface PaymentProvider {
  /** The data that its script needs to open a checkout. */
  checkout: Pick<Checkout, 'script_url' | 'client_token' | 'environment' | 'prices'>;
  /** The sources of the frames that its script opens, as a content security policy names them. */
  checkoutFrames: readonly string[];
  preview: (id: string, items: PaidItems) => Promise<PricePreview>;
  /** Changes the paid items immediately; the difference for the rest of the month is part of the next payment. */
  change: (id: string, items: PaidItems) => Promise<ProviderSubscription>;
  cancel: (id: string, when: 'at-billing-date' | 'now') => Promise<ProviderSubscription>;
  /** Revokes a cancellation at the billing date. */
  restore: (id: string) => Promise<ProviderSubscription>;
  /** The transaction with which its script changes the payment method or collects an overdue payment. */
  paymentTransaction: (id: string) => Promise<string>;
  /** `undefined` if it has no such subscription, or one for something else. */
  find: (id: string) => Promise<ProviderSubscription | undefined>;
  /** Includes all that are not canceled and were bought since a time, and possibly others. */
  listBought: (since: Date) => Promise<BoughtSubscription[]>;
  /** Reads a webhook; `undefined` if it was not signed by the provider within the last minutes. */
  readWebhook: (body: Buffer, signature: string | undefined) => ProviderEvent | undefined;
}
