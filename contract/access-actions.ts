/** The actions that the access log records; each names the details of its entries besides actor, subject and time. */
export const accessActions = [
  /** An address was invited, or invited again: `workspace_role_id`. */
  'invited',
  /** `workspace_role_id`. */
  'invitation_resent',
  /** `workspace_role_id`. */
  'invitation_withdrawn',
  /** A user created the workspace or accepted an invitation, and is both actor and subject: `workspace_role_id`. */
  'joined',
  /** `workspace_role_id`, `previous_workspace_role_id`. */
  'role_updated',
  /** From the workspace: `workspace_role_id`, and the roles they held as `role_changes`. */
  'removed',
  /**
   * A member's roles in instances, also where one of them was deleted: `role_changes`. Where one was edited:
   * `role_name`, `permissions_given`, `permissions_taken`.
   */
  'project_roles_changed',
  /** `role_name`, `permissions_given`; no subject. */
  'role_created',
  /**
   * `role_name`, `previous_role_name` if it was renamed, `permissions_given`, `permissions_taken`; no subject, but an
   * entry for each member with the role if permissions changed.
   */
  'role_edited',
  /** `role_name`, `replacement_role_name` if there is one; no subject, but an entry for each member who had the role. */
  'role_deleted',
  /** `project_name`, `env`, `channel_name`, `build_id`; no subject. */
  'channel_created',
  /** By hand: `project_name`, `env`, `channel_name`, `build_id`, `previous_build_id`; no subject. */
  'channel_changed',
  /** `project_name`, `env`, `channel_name`; no subject. */
  'channel_deleted',
  /** Whether builds are read without a token: `project_name`, `env`, `is_public`; no subject. */
  'build_reading_changed',
  /** `project_name`: its builds are signed with a new key; no subject. */
  'signing_key_rotated',
  /** `project_name`, `env`, `webhook_host`; no subject. */
  'webhook_created',
  /** Its address, its events, or whether it is on: `project_name`, `env`, `webhook_host`; no subject. */
  'webhook_changed',
  /** `project_name`, `env`, `webhook_host`; no subject. */
  'webhook_deleted',
  /** It has a new secret: `project_name`, `env`, `webhook_host`; no subject. */
  'webhook_secret_rotated',
  /** `project_name`, `token_name`, `token_scopes`, `environments`; no subject. */
  'token_created',
  /** The same; no subject. */
  'token_revoked',
  /** Also another version of it: `extension_name`, `extension_version`, `extension_host`; no subject. */
  'extension_allowed',
  /** The same; no subject. */
  'extension_removed',
  /** A member's second factor was turned on; no subject, as in those below. */
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  /** `passkey_name`, as in those below. */
  'passkey_added',
  'passkey_removed',
  /** It signed with a counter that was used before, as a copy of it does. */
  'passkey_refused',
  /** With the right password, of the member who is the actor. */
  'code_refused',
  /** Of the member who is the actor, by the company sign-in. */
  'company_signed_in',
  /** The address that was refused is the subject; `reason` is a name of `companyRefusals`. */
  'company_refused',
  /** `issuer_host`; no subject, as in those below. */
  'company_saved',
  'company_removed',
  'company_tried',
  /** Only company sign-in opens the workspace: `is_only`. */
  'company_only_changed',
  /** `domain`; a lost one was verified by another workspace after its record had gone. */
  'company_domain_added',
  'company_domain_verified',
  'company_domain_removed',
  'company_domain_lost',
  /** Of the member who is the subject. */
  'company_identity_forgotten',
  /** `token_name`, its first characters; no subject. */
  'scim_token_created',
  'scim_token_revoked',
  /** `group_name`, and `workspace_role_id` and `previous_workspace_role_id` where there is one; no subject. */
  'scim_group_role_changed',
  /** `factor_days` and `previous_factor_days` while a second factor is and was required; no subject. */
  'factor_requirement_changed',
  /** An owner got back in by password and mailed code. */
  'company_recovered',
] as const;

/** An action of the access log. */
export type AccessAction = (typeof accessActions)[number];
