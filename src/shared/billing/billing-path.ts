/** The page of the plan of a workspace, for its owners. */
export const billingPath = (workspaceId: number): string => `/settings/billing?workspace=${workspaceId}`;
