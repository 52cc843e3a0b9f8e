import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import type { Checkout, PricePreview } from '@quartermaster/contract/endpoints/billing.ts';

/** What is paid for each month; `projects` are all of them, with those that the plan includes. */
export interface PaidItems {
  plan: PaidPlan;
  members: number;
  projects: number;
}

/** A subscription as the payment provider holds it; amounts in US cents, with tax. */
export interface ProviderSubscription extends PaidItems {
  id: string;
  /** Given to the checkout that it was bought in; the proof says that an owner of the workspace had asked for it. */
  workspaceId: number;
  proof: string;
  status: 'active' | 'past_due' | 'canceled';
  /** It ends at the billing date. */
  isEnding: boolean;
  /** When it is to be paid next; of one that is past due, when it was to be paid, of a canceled one its end. */
  billingDate: Date | null;
  nextPayment: number;
  recurringPayment: number;
  /** Increases with every change. */
  changedAt: Date;
}

/** Which subscription was bought, and for which workspace. */
export type BoughtSubscription = Pick<ProviderSubscription, 'id' | 'workspaceId' | 'proof'>;

/** What a webhook says: that something has happened to a subscription, if it is about one. */
export interface ProviderEvent {
  id: string;
  subscriptionId: string | undefined;
}

/**
 * Who takes the money. Its calls may take seconds and are made outside of transactions. They throw `unavailable` if it does
 * not answer and `billing_state` if it refuses a change.
 */
export interface PaymentProvider {
  /** What its script needs to open a checkout. */
  checkout: Pick<Checkout, 'script_url' | 'client_token' | 'environment' | 'prices'>;
  /** The sources of the frames that its script opens, as a content security policy names them. */
  checkoutFrames: readonly string[];
  preview: (id: string, items: PaidItems) => Promise<PricePreview>;
  /** Changes what is paid for, at once; the difference for the rest of the month is part of the next payment. */
  change: (id: string, items: PaidItems) => Promise<ProviderSubscription>;
  cancel: (id: string, when: 'at-billing-date' | 'now') => Promise<ProviderSubscription>;
  /** Takes a cancellation at the billing date back. */
  restore: (id: string) => Promise<ProviderSubscription>;
  /** The transaction with which its script changes the payment method, or has paid what is overdue. */
  paymentTransaction: (id: string) => Promise<string>;
  /** `undefined` if it has no such subscription, or one for something else. */
  find: (id: string) => Promise<ProviderSubscription | undefined>;
  /** Those that are not canceled and were bought since a time, and perhaps others. */
  listBought: (since: Date) => Promise<BoughtSubscription[]>;
  /** Reads a webhook; `undefined` if it was not signed by the provider within the last minutes. */
  readWebhook: (body: Buffer, signature: string | undefined) => ProviderEvent | undefined;
}
