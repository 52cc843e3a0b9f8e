/** The address of a workspace's roles. */
export const rolesPath = (workspaceId: number): string => `/settings/workspaces/${workspaceId}/roles`;
