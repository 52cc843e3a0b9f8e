import type { BillingChange } from '@quartermaster/contract/billing.ts';
import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** A change whose price can be requested first. */
export type PricedChange =
  | { action: 'upgrade' | 'downgrade' }
  | { action: 'setMembers' | 'setProjects'; value: number };
/** A change made by a call; a plan is bought at the payment provider. */
export type CalledChange = Exclude<BillingChange, { action: 'checkout' }>;

const keyOf = (workspaceId: number, ...what: unknown[]) => [...queryKeys.workspace.subscription(workspaceId), ...what];

/** Prices of subscriptions. They are never cached: the user agrees to a current amount. */
export const billingQueries = {
  preview: (request: Request, workspaceId: number, change: PricedChange) =>
    queryOptions({
      queryKey: keyOf(workspaceId, 'preview', change),
      queryFn: ({ signal }) => previewChange(request, workspaceId, change, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { title: 'Price', quiet: true },
    }),
  checkout: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: keyOf(workspaceId, 'checkout'),
      queryFn: ({ signal }) => request(billing.getCheckout, { params: { workspaceId } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { title: 'Checkout', quiet: true },
    }),
  paymentDetails: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: keyOf(workspaceId, 'payment-details'),
      queryFn: ({ signal }) => request(billing.getPaymentDetails, { params: { workspaceId } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { title: 'Payment method', quiet: true },
    }),
};

function previewChange(request: Request, workspaceId: number, change: PricedChange, signal: AbortSignal) {
  const params = { workspaceId };
  if ('value' in change) {
    const endpoint = change.action === 'setMembers' ? billing.previewMembers : billing.previewProjects;
    return request(endpoint, { params, body: { new_value: change.value } }, signal);
  }
  const endpoint = change.action === 'upgrade' ? billing.previewUpgrade : billing.previewDowngrade;
  return request(endpoint, { params, body: {} }, signal);
}

/** Requests a change; it has taken effect once the subscription shows it. */
export function requestChange(request: Request, workspaceId: number, change: CalledChange) {
  const params = { workspaceId };
  switch (change.action) {
    case 'cancel':
      return request(billing.cancel, { params });
    case 'setMembers':
    case 'setProjects':
      return request(billing[change.action], { params, body: { new_value: change.value } });
    default:
      return request(billing[change.action], { params, body: {} });
  }
}
