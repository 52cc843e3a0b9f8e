import { createHash } from 'node:crypto';
import type { Database } from '../../server/core/database/database.ts';
import { numberArray, textArray } from '../../server/core/database/pg-array.ts';
import { hashToken } from '../../server/core/environment/secrets.ts';
import { imageKey } from '../../server/core/files/image-key.ts';
import { newProjectToken } from '../../server/core/session/project-token.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { insertAccount } from '../../server/modules/accounts/repository.ts';
import { runExport } from '../../server/modules/reports/run-export.ts';
import { readToken } from '../../server/modules/tokens/service.ts';
import {
  addMember,
  createProject,
  createRole,
  createWorkspace,
  grantRole,
} from '../../server/modules/workspaces/service.ts';
import { type Caller, type PlaceName, places, type SubscriptionName, subscriptions } from '../server/access-table.ts';
import type { TestServer } from './server.ts';
import { insertItems, insertVersions } from './server-content.ts';
import { cheapHash } from './server-studio.ts';

/** An instance of the world, with the ids in the addresses of its calls. */
export interface WorldPlace {
  workspaceId: number;
  instanceId: number;
  projectId: number;
  reportId: number;
  /** The hash of the exported file. */
  sha256: string;
  syncId: number;
  reviewId: number;
  importId: number;
  proposalId: number;
  releaseId: number;
  webhookId: number;
  deliveryId: number;
  tokenId: number;
  /** Stands for the report in addresses. */
  path: string;
  token: string;
}

/** All callers and places of the access table, in a separate workspace. */
export interface AccessWorld<N extends string> {
  workspaceId: number;
  places: Record<PlaceName, WorldPlace>;
  accounts: Partial<Record<N, number>>;
  /** The content of all places: an exported item of a template, and an image. */
  content: {
    /** Every instance has it. */
    channel: string;
    templateId: string;
    id: number;
    /** The same item in the addresses of changes. */
    itemId: number;
    fileName: string;
    imagePath: string;
    /** The first member with permissions, and their custom role. */
    memberId: number;
    roleId: number;
  };
  setSubscription: (name: SubscriptionName) => Promise<void>;
  /** Sends a call in a place with the session of a caller, or a token. */
  authorization: (name: N, place: PlaceName) => string | undefined;
}

const placeNames = Object.keys(places) as PlaceName[];

/** Creates the world of the access table, with these callers, on a server that was just started for a test. */
export async function buildAccessWorld<N extends string>(
  { app, clock, studio }: TestServer,
  people: Record<N, Caller>,
): Promise<AccessWorld<N>> {
  const names = Object.keys(people) as N[];
  const { deps } = app;
  const { database, files } = deps;
  const now = clock.now();
  const passwordHash = await cheapHash();
  const accounts: AccessWorld<N>['accounts'] = {};

  const built = await database.transaction(async (query) => {
    for (const [index, name] of names.entries())
      if (people[name].signedIn)
        accounts[name] = await insertAccount(query, {
          name,
          email: `p${index}@access.test`,
          passwordHash,
          createdAt: now,
        });
    const ownerId = accounts[names.find((name) => people[name].role === 'owner') as N] ?? 0;
    const subscription = { plan: 'teams', status: 'active', members: 30, projects: 5 } as const;
    const workspaceId = await createWorkspace(query, { name: 'Matrix', ownerId, now, subscription });
    const projects = {
      first: await createProject(query, { workspaceId, name: 'First', now }),
      second: await createProject(query, { workspaceId, name: 'Second', now }),
    };
    // The hash is the one that the matrix asks for.
    await query(
      `insert into extensions (workspace_id, name, version, title, address, editor_types, has_cells, hash, script, allowed_at)
        values ($1, 'acme-color', '1', 'Color', 'https://8.8.8.8/manifest.json', '{text}', true, repeat('a', 96), '', $2)`,
      [workspaceId, now],
    );
    const third = await createProject(query, { workspaceId, name: 'Third', now });
    const placed = Object.fromEntries(
      placeNames.map((name) => {
        const project = projects[places[name].project];
        const instance = project.instances.find(({ env }) => env === places[name].env);
        return [name, { instanceId: instance?.id ?? 0, projectId: project.id }];
      }),
    );
    let holder = { memberId: 0, roleId: 0 };
    for (const name of names) {
      const { role, holds, owns, holdsElsewhere } = people[name];
      const accountId = accounts[name] ?? 0;
      if (owns) await createWorkspace(query, { name: 'Another', ownerId: accountId, now, subscription });
      if (role !== 'admin' && role !== 'member') continue;
      await addMember(query, { workspaceId, accountId, role, now });
      for (const { id } of holdsElsewhere ? third.instances : [])
        await grantRole(query, { workspaceId, instanceId: id, accountId });
      // An admin's is the built-in role, each member's a custom role of their own.
      const roleId =
        role === 'member' && holds.length > 0 && (await createRole(query, { workspaceId, name, allowed: holds }));
      if (roleId && holder.roleId === 0) holder = { memberId: accountId, roleId };
      for (const { instanceId } of holds.length > 0 ? Object.values(placed) : [])
        await grantRole(query, { workspaceId, instanceId, accountId, ...(roleId && { roleId }) });
    }
    return { workspaceId, placed, holder };
  });

  const bytes = Buffer.from('an image');
  const imagePath = `${createHash('sha256').update(bytes).digest('hex')}.png`;
  const worldPlaces = {} as Record<PlaceName, WorldPlace>;
  for (const name of placeNames) {
    const { instanceId = 0, projectId = 0 } = built.placed[name] ?? {};
    await insertItems(database, instanceId, 'thing', 1);
    await insertVersions(database, instanceId);
    await files.put(imageKey(projectId, imagePath), bytes);
    await database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, $3, $4)', [
      instanceId,
      imagePath,
      bytes.length,
      now,
    ]);
    const path = `export-${instanceId}`;
    const [report] = await database.query<{ id: number }>(
      'insert into reports (instance_id, account_id, path, created_at) values ($1, $2, $3, $4) returning id',
      [instanceId, studio.accounts.owner, path, now],
    );
    const reportId = report?.id ?? 0;
    await database.query("insert into report_steps (report_id, position, template_id) values ($1, 1, 'thing')", [
      reportId,
    ]);
    await runExport(deps, { report_id: reportId }, new AbortController().signal);
    const [step] = await database.query<{ sha256: string }>('select sha256 from report_steps where report_id = $1', [
      reportId,
    ]);
    const ids = await addSync(database, instanceId, studio.accounts.owner);
    worldPlaces[name] = {
      workspaceId: built.workspaceId,
      instanceId,
      projectId,
      reportId,
      sha256: step?.sha256 ?? '',
      ...ids,
      ...(await addWebhook(database, instanceId)),
      tokenId: await addToken(database, projectId, {
        accountId: studio.accounts.owner,
        name,
        scopes: [],
        instanceIds: [instanceId],
        tokenHash: name,
      }),
      path,
      token: await readToken(deps, instanceId),
    };
  }
  const firstProject = worldPlaces.Dev.projectId;
  const ofFirst = placeNames.filter((name) => worldPlaces[name].projectId === firstProject);
  const secrets: Partial<Record<N, string>> = {};
  for (const name of names) {
    const { tokenScopes } = people[name];
    if (!tokenScopes) continue;
    const secret = newProjectToken();
    secrets[name] = secret;
    await addToken(database, worldPlaces.Dev.projectId, {
      accountId: accounts[name] ?? 0,
      name,
      scopes: tokenScopes,
      instanceIds: ofFirst.map((place) => worldPlaces[place].instanceId),
      tokenHash: hashToken(secret),
    });
  }
  // Valid for 15 minutes, longer than any test takes.
  const sessions: Partial<Record<N, string>> = {};
  const otherToken = await readToken(deps, studio.elsewhere.dev);

  return {
    workspaceId: built.workspaceId,
    places: worldPlaces,
    accounts,
    content: {
      channel: 'live',
      templateId: 'thing',
      id: 1,
      itemId: 1,
      fileName: 'thing.json',
      imagePath,
      ...built.holder,
    },
    setSubscription: async (name) => {
      const { plan, status, due }: { plan: string; status: string; due?: number } = subscriptions[name];
      const at = due === undefined ? null : new Date(clock.now().getTime() + due * 86_400_000);
      await database.query(
        'update subscriptions set plan = $2, status = $3, next_billing_date_at = $4 where workspace_id = $1',
        [built.workspaceId, plan, status, at],
      );
    },
    authorization: (name, place) => {
      const { token } = people[name];
      if (secrets[name] !== undefined) return `Bearer ${secrets[name]}`;
      if (token) return `Bearer ${token === 'of the instance' ? worldPlaces[place].token : otherToken}`;
      const accountId = accounts[name];
      if (accountId === undefined) return undefined;
      sessions[name] ??= `Bearer ${signSession({ accountId, sessionsSince: 0 }, deps).token}`;
      return sessions[name];
    },
  };
}

/** Inserts a sync of the item, its template and the menu, a review and a release; only their existence matters. */
async function addSync({ query }: Database, instanceId: number, accountId: number) {
  const idOf = async (text: string) =>
    (await query<{ id: number }>(`${text} returning id`, [instanceId, accountId]))[0]?.id ?? 0;
  const syncId =
    await idOf(`insert into change_sets (source_id, target_id, account_id, state, note, request, revision, added, updated, removed, templates, menu_before, menu_after, created_at)
    values ($1, $1, $2, 'applied', '', '{"selection": null}', '0', 1, 0, 0, 1, '[]', '[]', now())`);
  await query(
    `insert into change_set_templates (change_set_id, template_id, template_key, label, change, before, after)
      select $1, id, key, label, 'updated', state, state
      from templates, jsonb_build_object('label', label, 'fields', fields, 'nextFieldKey', next_field_key, 'version', version) state
      where instance_id = $2 and id = 'thing'`,
    [syncId, instanceId],
  );
  await query(
    `insert into change_set_items (change_set_id, template_key, item_id, change, label) select $1, key, 1, 'added', 'Item 1' from templates where instance_id = $2 and id = 'thing'`,
    [syncId, instanceId],
  );
  const reviewId =
    await idOf(`insert into sync_reviews (source_id, target_id, account_id, state, is_all, items, templates, note, created_at)
    values ($1, $1, $2, 'open', true, 1, 0, '', now())`);
  const importId =
    await idOf(`insert into imports (instance_id, template_id, account_id, origin, state, request, created_at)
    values ($1, 'thing', $2, 'import', 'applied', '{}', now())`);
  const proposalId =
    await idOf(`insert into proposals (instance_id, account_id, title, note, origin, templates, items, changes, created_at)
    values ($1, $2, 'Balance', '', 'form', '[{"template_id": "thing", "name": "Things", "items": 1}]', 1, '[{"template_id": "thing", "items": [{"_id": 1}]}]', now())`);
  const releaseId =
    await idOf(`insert into releases (source_id, target_id, account_id, name, notes, state, request, is_all, items, templates, has_menu, exports_after, created_at)
    values ($1, $1, $2, 'Halloween', '', 'open', '{"selection": null}', true, 1, 0, false, false, now())`);
  return { syncId, reviewId, importId, proposalId, releaseId };
}

interface NewToken {
  accountId: number;
  name: string;
  scopes: readonly string[];
  instanceIds: readonly number[];
  tokenHash: string;
}

/** Inserts a token of a project. */
async function addToken({ query }: Database, projectId: number, token: NewToken): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into project_tokens (project_id, account_id, name, scopes, instance_ids, token_hash, created_at)
      values ($1, $2, $3, $4::text::text[], $5::text::int[], $6, now()) returning id`,
    [projectId, token.accountId, token.name, textArray(token.scopes), numberArray(token.instanceIds), token.tokenHash],
  );
  return row?.id ?? 0;
}

/** Inserts a webhook that is off, with a message in its log. */
async function addWebhook({ query }: Database, instanceId: number) {
  const [webhook] = await query<{ id: number }>(
    `insert into webhooks (instance_id, url, events, is_active, secret, created_at)
      values ($1, 'https://hooks.example/', '{export.completed}', false, '', now()) returning id`,
    [instanceId],
  );
  const webhookId = webhook?.id ?? 0;
  const [delivery] = await query<{ id: number }>(
    `insert into webhook_deliveries (webhook_id, message_id, event, body, state, created_at)
      values ($1, 'msg_1', 'export.completed', '{}', 'delivered', now()) returning id`,
    [webhookId],
  );
  return { webhookId, deliveryId: delivery?.id ?? 0 };
}
