import type { Secrets } from '../../core/environment/secrets.ts';

/**
 * Sent through the browser and the payment provider with a checkout, and returned with the subscription: without it,
 * anyone could buy a small plan in the name of another workspace, which would then have it.
 */
export const checkoutProof = ({ sign }: Secrets, workspaceId: number): string => sign(`checkout:${workspaceId}`);
