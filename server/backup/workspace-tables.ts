/** What ids stand for. Those of one kind get others together. */
export type Space =
  | 'accounts'
  | 'activity_groups'
  | 'change_sets'
  | 'comments'
  | 'instances'
  | 'project_tokens'
  | 'projects'
  | 'proposals'
  | 'releases'
  | 'roles'
  | 'sync_reviews'
  | 'templates'
  | 'workspaces';

/** How the rows of a table move with their workspace. */
export interface MovedTable {
  /** The column that says which workspace rows belong to, and what it refers to. */
  by: readonly [column: string, space: Space];
  /** The column with the row's id, which rows of other tables refer to. */
  id?: readonly [column: string, space: Space];
  /** Columns that refer to others; null if these do not move. */
  refers?: Readonly<Record<string, Space>>;
  /** Rows whose column refers to an account that does not exist on the other server are left out. */
  needs?: string;
  /** Columns that are not in the archive: ids that nothing refers to, and secrets. */
  without?: readonly string[];
  /** SQL: columns with another value on the other server; `t` is the row. */
  sets?: Readonly<Record<string, string>>;
  /** SQL: the rows that move, if not all do. */
  where?: string;
}

/** SQL: the new id of one; null if it does not move. The import fills `moved_ids`. */
export const moved = (space: Space, id: string): string =>
  `(select m.new_id from moved_ids m where m.space = '${space}' and m.old_id = ${id})`;

/** SQL: an object in JSON with the new id of its property. */
const movedIn = (json: string, name: string, space: Space): string =>
  `case when ${json} ? '${name}' then jsonb_build_object('${name}', ${moved(space, `(${json}->>'${name}')::bigint`)}) else '{}' end`;

/** SQL: an object in JSON with a list of rows whose property refers to something that moves. */
const movedRows = (json: string, list: string, name: string, space: Space): string =>
  `case when ${json} ? '${list}' then jsonb_build_object('${list}', (
    select coalesce(jsonb_agg(r || jsonb_build_object('${name}', ${moved(space, `(r->>'${name}')::bigint`)}) order by n), '[]')
    from jsonb_array_elements(${json}->'${list}') with ordinality as rows (r, n))) else '{}' end`;

/** SQL: an actor, which may be a token. */
const movedActor = (column: string): string =>
  `case when t.${column} ~ '^token:[0-9]{1,9}$'
    then 'token:' || coalesce(${moved('project_tokens', `substring(t.${column} from 7)::bigint`)}, 0) else t.${column} end`;

const actor = { actor: movedActor('actor') };
const byTemplate = { by: ['template_key', 'templates'], refers: { template_key: 'templates' } } as const;
const byInstance = { by: ['instance_id', 'instances'], refers: { instance_id: 'instances' } } as const;
const byWorkspace = { by: ['workspace_id', 'workspaces'], refers: { workspace_id: 'workspaces' } } as const;
const betweenInstances = { source_id: 'instances', target_id: 'instances' } as const;
const randomHash = `encode(sha256(gen_random_uuid()::text::bytea), 'hex')`;

/** Activity of builds, which do not move. */
const otherActivity = `kind not in ('export', 'channel')`;

/** The tables whose rows move, in the order in which they are written. */
export const movedTables: Readonly<Record<string, MovedTable>> = {
  workspaces: { by: ['id', 'workspaces'], id: ['id', 'workspaces'] },
  kept_history: byWorkspace,
  roles: { ...byWorkspace, id: ['id', 'roles'] },
  invitations: {
    by: ['workspace_id', 'workspaces'],
    refers: { workspace_id: 'workspaces', invited_by: 'accounts' },
    without: ['id', 'link_id'],
    sets: { link_id: 'gen_random_uuid()' },
  },
  access_log: {
    by: ['workspace_id', 'workspaces'],
    refers: { workspace_id: 'workspaces', actor_id: 'accounts', subject_id: 'accounts' },
    without: ['id'],
    sets: { ...actor, details: `t.details - 'build_id' - 'previous_build_id'` },
  },
  extensions: {
    by: ['workspace_id', 'workspaces'],
    refers: { workspace_id: 'workspaces', account_id: 'accounts' },
    without: ['id'],
  },
  projects: { ...byWorkspace, id: ['id', 'projects'] },
  instances: {
    by: ['project_id', 'projects'],
    id: ['id', 'instances'],
    refers: { project_id: 'projects' },
    // Webhooks do not move.
    sets: { has_checks: 'false' },
  },
  instance_members: {
    by: ['instance_id', 'instances'],
    refers: { instance_id: 'instances', account_id: 'accounts', role_id: 'roles' },
    needs: 'account_id',
  },
  // Histories show their names.
  project_tokens: {
    by: ['project_id', 'projects'],
    id: ['id', 'project_tokens'],
    refers: { project_id: 'projects', account_id: 'accounts' },
    without: ['token_hash'],
    sets: {
      instance_ids: `array(select m.new_id from unnest(t.instance_ids) i join moved_ids m on m.space = 'instances' and m.old_id = i)::int[]`,
      token_hash: randomHash,
      revoked_at: 'coalesce(t.revoked_at, now())',
    },
  },
  views: {
    by: ['project_id', 'projects'],
    refers: { project_id: 'projects', account_id: 'accounts' },
    needs: 'account_id',
    without: ['id'],
  },
  templates: { by: ['instance_id', 'instances'], id: ['key', 'templates'], refers: { instance_id: 'instances' } },
  template_revisions: {
    by: ['instance_id', 'instances'],
    refers: {
      instance_id: 'instances',
      template_key: 'templates',
      account_id: 'accounts',
      change_set_id: 'change_sets',
    },
    without: ['id'],
    sets: actor,
  },
  item_counts: byTemplate,
  items: byTemplate,
  item_values: byTemplate,
  item_links: {
    by: ['template_key', 'templates'],
    refers: { instance_id: 'instances', template_key: 'templates' },
  },
  item_revisions: {
    by: ['template_key', 'templates'],
    refers: { template_key: 'templates', account_id: 'accounts', change_set_id: 'change_sets' },
    sets: actor,
  },
  field_removals: byTemplate,
  removed_values: byTemplate,
  removed_documents: byTemplate,
  field_conversions: byTemplate,
  history_sweeps: byTemplate,
  menu_nodes: byInstance,
  menu_revisions: {
    by: ['instance_id', 'instances'],
    refers: { instance_id: 'instances', account_id: 'accounts', change_set_id: 'change_sets' },
    without: ['id'],
    sets: actor,
  },
  images: byInstance,
  trash: {
    by: ['instance_id', 'instances'],
    refers: {
      instance_id: 'instances',
      template_key: 'templates',
      account_id: 'accounts',
      change_set_id: 'change_sets',
    },
    without: ['id'],
    sets: {
      ...actor,
      rest: `t.rest || ${movedRows('t.rest', 'removals', 'template_key', 'templates')}
        || ${movedRows('t.rest', 'conversions', 'template_key', 'templates')} || ${movedRows('t.rest', 'menu', 'instance_id', 'instances')}`,
    },
  },
  change_sets: {
    by: ['target_id', 'instances'],
    id: ['id', 'change_sets'],
    refers: { ...betweenInstances, account_id: 'accounts', undoes_id: 'change_sets', review_id: 'sync_reviews' },
    sets: {
      ...actor,
      edit: `case when t.edit #> '{template,key}' is null then t.edit
        else jsonb_set(t.edit, '{template,key}', coalesce(to_jsonb(${moved('templates', "(t.edit #>> '{template,key}')::bigint")}), 'null')) end`,
    },
  },
  change_set_templates: {
    by: ['change_set_id', 'change_sets'],
    refers: { change_set_id: 'change_sets', template_key: 'templates' },
  },
  change_set_items: {
    by: ['change_set_id', 'change_sets'],
    refers: { change_set_id: 'change_sets', template_key: 'templates', source_key: 'templates' },
  },
  sync_decisions: byTemplate,
  synced_menus: byInstance,
  sync_reviews: {
    by: ['target_id', 'instances'],
    id: ['id', 'sync_reviews'],
    refers: { ...betweenInstances, account_id: 'accounts', answered_by: 'accounts', change_set_id: 'change_sets' },
    sets: { ...actor, answered_actor: movedActor('answered_actor') },
  },
  releases: {
    by: ['target_id', 'instances'],
    id: ['id', 'releases'],
    refers: { ...betweenInstances, account_id: 'accounts', planned_by: 'accounts', change_set_id: 'change_sets' },
    sets: {
      ...actor,
      report_id: 'null',
      // It would be published twice, by both servers.
      publish_at: `case when t.state <> 'open' then t.publish_at end`,
      exports_after: `t.exports_after and t.state = 'open'`,
    },
  },
  proposals: {
    by: ['instance_id', 'instances'],
    id: ['id', 'proposals'],
    refers: { instance_id: 'instances', account_id: 'accounts', decided_by: 'accounts', change_set_id: 'change_sets' },
    sets: actor,
  },
  comments: {
    by: ['project_id', 'projects'],
    id: ['id', 'comments'],
    refers: {
      project_id: 'projects',
      instance_id: 'instances',
      thread_id: 'comments',
      account_id: 'accounts',
      resolved_by: 'accounts',
    },
    sets: {
      ...actor,
      subject_id: `case t.about when 'review' then ${moved('sync_reviews', 't.subject_id')}
        when 'release' then ${moved('releases', 't.subject_id')} when 'proposal' then ${moved('proposals', 't.subject_id')} end`,
      mentions: `array(select m.new_id from unnest(t.mentions) with ordinality i (id, n)
        join moved_ids m on m.space = 'accounts' and m.old_id = i.id order by n)::int[]`,
    },
  },
  comment_reads: {
    by: ['thread_id', 'comments'],
    refers: { thread_id: 'comments', account_id: 'accounts', up_to: 'comments' },
    needs: 'account_id',
  },
  comment_mentions: {
    by: ['comment_id', 'comments'],
    refers: { comment_id: 'comments', account_id: 'accounts' },
    needs: 'account_id',
  },
  activity_groups: {
    by: ['project_id', 'projects'],
    id: ['id', 'activity_groups'],
    refers: { project_id: 'projects', instance_id: 'instances', account_id: 'accounts' },
    where: otherActivity,
    // Set once all rows are there: see the import.
    sets: { ...actor, hash: 'gen_random_uuid()' },
  },
  activity: {
    by: ['project_id', 'projects'],
    refers: { project_id: 'projects', group_id: 'activity_groups', instance_id: 'instances', account_id: 'accounts' },
    without: ['id'],
    where: `group_id in (select id from activity_groups where ${otherActivity})`,
    sets: {
      details: `t.details || ${movedIn('t.details', 'key', 'templates')} || ${movedIn('t.details', 'source_id', 'instances')}
        || ${movedIn('t.details', 'change_set_id', 'change_sets')}`,
    },
  },
};

/** The tables of people: who has an account there joins, the others are invited. */
export const peopleTables = {
  accounts: ['id', 'name', 'email'],
  workspace_members: ['workspace_id', 'account_id', 'role_id'],
};

/** The tables that triggers fill. */
const derivedTables: readonly string[] = ['item_keys', 'item_sums', 'translation_counts'];

/** The tables that do not move, with what to set again on the other server: the column that counts rows of a workspace, and their name. */
export const leftTables: Readonly<
  Record<string, readonly [column: string, space: Space, name: string, advice?: string] | undefined>
> = {
  api_tokens: ['instance_id', 'instances', 'API tokens of instances'],
  channels: ['instance_id', 'instances', 'channels'],
  reports: ['instance_id', 'instances', 'builds', 'export each instance again'],
  sheet_addresses: ['instance_id', 'instances', 'addresses for sheets'],
  signing_keys: ['project_id', 'projects', 'signing keys', 'games need the public key of the new one'],
  webhooks: ['instance_id', 'instances', 'webhooks'],
  company_sign_ins: ['workspace_id', 'workspaces', 'company sign-in', 'enter its client and secret'],
  company_domains: ['workspace_id', 'workspaces', 'domains of the company sign-in', 'verify them again'],
  scim_tokens: ['workspace_id', 'workspaces', 'SCIM tokens', 'make new ones for the directory'],
  scim_groups: ['workspace_id', 'workspaces', 'groups of the directory', 'it sends them again'],
  scim_users: ['workspace_id', 'workspaces', 'people of the directory', 'it sends them again'],
  imports: ['instance_id', 'instances', 'uploads that are checked or were applied'],
  subscriptions: ['workspace_id', 'workspaces', 'plan', 'it begins with a trial of Teams'],
  billing_events: undefined,
  billing_simulators: undefined,
  build_files: undefined,
  change_set_index: undefined,
  change_set_inputs: undefined,
  channel_builds: undefined,
  company_identities: undefined,
  event_consumers: undefined,
  events: undefined,
  feedback: undefined,
  idempotency_keys: undefined,
  import_parts: undefined,
  import_results: undefined,
  job_progress: undefined,
  job_starts: undefined,
  one_time_secrets: undefined,
  outbox: undefined,
  rate_limits: undefined,
  passkeys: undefined,
  refresh_tokens: undefined,
  // Empty, or the export is refused.
  repeated_keys: undefined,
  report_steps: undefined,
  schema_migrations: undefined,
  scim_group_members: undefined,
  second_factors: undefined,
  sign_ins: undefined,
  simulated_subscriptions: undefined,
  // Empty, or the export is refused.
  template_changes: undefined,
  webhook_attempts: undefined,
  webhook_deliveries: undefined,
};

/** All tables of this version of the product. */
export const productTables: ReadonlySet<string> = new Set(
  [...Object.keys(movedTables), ...Object.keys(peopleTables), ...derivedTables, ...Object.keys(leftTables)].map(
    (name) => `public.${name}`,
  ),
);
