import type { Checkout } from '@quartermaster/contract/endpoints/billing.ts';
import type { Deps } from '../../core/app/deps.ts';
import { countSeats } from '../workspaces/repository.ts';
import { checkoutProof } from './checkout-proof-service.ts';
import { readAllowed } from './owner-change-service.ts';

/** The data to buy a plan for a workspace. */
export async function readCheckout(
  { database, payments, clock, secrets }: Pick<Deps, 'database' | 'payments' | 'clock' | 'secrets'>,
  workspaceId: number,
): Promise<Checkout> {
  await readAllowed(database.query, workspaceId, 'checkout', clock.now());
  return {
    ...payments.checkout,
    // At least 1: the caller is a member.
    quantity: await countSeats(database.query, workspaceId, clock.now()),
    custom_data: { workspace_id: workspaceId, proof: checkoutProof(secrets, workspaceId) },
  };
}
