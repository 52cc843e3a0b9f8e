import type { Secrets } from '../../core/environment/secrets.ts';

/**
 * Travels with a checkout through the browser and the payment provider, and comes back with the subscription: without it, anybody
 * could buy a small plan in the name of another workspace, which would then have it.
 */
export const checkoutProof = ({ sign }: Secrets, workspaceId: number): string => sign(`checkout:${workspaceId}`);
