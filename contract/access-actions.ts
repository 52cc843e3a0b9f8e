/** What the access log keeps, and what is told of it beside who, whom and when. */
export const accessActions = [
  /** An address was invited, or invited anew: `workspace_role_id`. */
  'invited',
  /** `workspace_role_id`. */
  'invitation_resent',
  /** `workspace_role_id`. */
  'invitation_withdrawn',
  /** Somebody has made the workspace or accepted an invitation, and is both actor and subject: `workspace_role_id`. */
  'joined',
  /** `workspace_role_id`, `previous_workspace_role_id`. */
  'role_updated',
  /** From the workspace: `workspace_role_id`, and what they held as `role_changes`. */
  'removed',
  /**
   * Somebody's roles in instances, also where a role of theirs was deleted: `role_changes`. Where one was edited: `role_name`,
   * `permissions_given`, `permissions_taken`.
   */
  'project_roles_changed',
  /** `role_name`, `permissions_given`; no subject. */
  'role_created',
  /** `role_name`, `previous_role_name` where it has another now, `permissions_given`, `permissions_taken`; no subject, but an entry for each who holds it where permissions changed. */
  'role_edited',
  /** `role_name`, `replacement_role_name` where there is one; no subject, but an entry for each who held it. */
  'role_deleted',
] as const;

/** What was done to somebody's access. */
export type AccessAction = (typeof accessActions)[number];
