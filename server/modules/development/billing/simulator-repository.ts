import type { Query } from '../../../core/database/database.ts';
import type { BoughtSubscription } from '../../../core/payments/payment-provider.ts';
import type { SimulatedSubscription } from './simulated-subscription.ts';

/** The settings of the simulator for a workspace. */
export interface SimulatorSettings {
  aheadSeconds: number;
  failsPayments: boolean;
  losesNextWebhook: boolean;
  lastWebhook: string | null;
}

const settingColumns = `ahead_seconds as "aheadSeconds", fails_payments as "failsPayments",
  loses_next_webhook as "losesNextWebhook", last_webhook as "lastWebhook"`;

/** Locks the simulator's state of the workspace until the end of the transaction. */
export async function lockSettings(query: Query, workspaceId: number): Promise<SimulatorSettings> {
  const [row] = await query<SimulatorSettings>(
    `insert into billing_simulators as known (workspace_id) values ($1)
      on conflict (workspace_id) do update set ahead_seconds = known.ahead_seconds returning ${settingColumns}`,
    [workspaceId],
    'simulator-lock',
  );
  if (!row) throw new Error('The settings of the simulator are missing.');
  return row;
}

export async function writeSettings(
  query: Query,
  workspaceId: number,
  { aheadSeconds, failsPayments, losesNextWebhook, lastWebhook }: SimulatorSettings,
): Promise<void> {
  await query(
    `update billing_simulators set ahead_seconds = $2, fails_payments = $3, loses_next_webhook = $4, last_webhook = $5
      where workspace_id = $1`,
    [workspaceId, aheadSeconds, failsPayments, losesNextWebhook, lastWebhook],
    'simulator-write',
  );
}

export async function findSimulated(query: Query, id: string): Promise<SimulatedSubscription | undefined> {
  const [row] = await query<{ state: SimulatedSubscription }>(
    'select state from simulated_subscriptions where id = $1',
    [id],
    'simulated-find',
  );
  return row?.state;
}

/** Subscriptions of all workspaces that are not canceled and have changed since a time; a purchase is the first change. */
export async function listChanged(query: Query, since: Date): Promise<BoughtSubscription[]> {
  return query<BoughtSubscription>(
    `select id, workspace_id as "workspaceId", state->>'proof' as proof from simulated_subscriptions
      where state->>'status' <> 'canceled' and (state->>'changedAt')::timestamptz >= $1 order by id`,
    [since],
    'simulated-changed',
  );
}

/** The subscriptions of a workspace, newest last. */
export async function listSimulated(query: Query, workspaceId: number): Promise<SimulatedSubscription[]> {
  const rows = await query<{ state: SimulatedSubscription }>(
    `select state from simulated_subscriptions where workspace_id = $1 order by state->>'changedAt', id`,
    [workspaceId],
    'simulated-list',
  );
  return rows.map(({ state }) => state);
}

export async function saveSimulated(query: Query, state: SimulatedSubscription): Promise<void> {
  const dueAt = state.status === 'active' ? state.until : null;
  await query(
    `insert into simulated_subscriptions (id, workspace_id, state, due_at) values ($1, $2, $3::jsonb, $4)
      on conflict (id) do update set state = excluded.state, due_at = excluded.due_at`,
    [state.id, state.workspaceId, JSON.stringify(state), dueAt],
    'simulated-save',
  );
}

/** Subscriptions whose payment or end is due, each by the clock of its workspace. */
export async function listDue(query: Query, now: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select s.id from simulated_subscriptions s join billing_simulators b on b.workspace_id = s.workspace_id
      where s.due_at <= $1::timestamptz + make_interval(secs => b.ahead_seconds) order by s.due_at limit 100`,
    [now],
    'simulated-due',
  );
  return rows.map(({ id }) => id);
}

/** Moves the server's own dates too: those of a trial, and of an ended subscription. */
export async function moveBillingDate(query: Query, workspaceId: number, seconds: number): Promise<void> {
  await query(
    'update subscriptions set next_billing_date_at = next_billing_date_at - make_interval(secs => $2) where workspace_id = $1',
    [workspaceId, seconds],
    'simulator-move-date',
  );
}

/** A workspace on the page; `subscription` is the server's, the simulated ones are the simulator's. */
export interface SimulatedWorkspace {
  id: number;
  name: string;
  owner: string | null;
  plan: string;
  status: string;
}

const workspaceColumns = `w.id, w.name, s.plan, s.status, (select a.email from workspace_members m join accounts a on a.id = m.account_id
    where m.workspace_id = w.id and m.role_id = 1 order by a.id limit 1) as owner`;

/** The newest workspaces, one page of them. */
export async function listSimulatedWorkspaces(query: Query): Promise<SimulatedWorkspace[]> {
  return query<SimulatedWorkspace>(
    `select ${workspaceColumns} from workspaces w join subscriptions s on s.workspace_id = w.id order by w.id desc limit 200`,
    [],
    'simulator-workspaces',
  );
}

export async function findSimulatedWorkspace(query: Query, id: number): Promise<SimulatedWorkspace | undefined> {
  const [row] = await query<SimulatedWorkspace>(
    `select ${workspaceColumns} from workspaces w join subscriptions s on s.workspace_id = w.id where w.id = $1`,
    [id],
    'simulator-workspace',
  );
  return row;
}
