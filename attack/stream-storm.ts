import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { createSecrets } from '../server/core/environment/secrets.ts';
import { signSession } from '../server/core/session/session-token.ts';
import type { Attack, Target } from './support/attack.ts';
import { together } from './support/together.ts';

const [accounts, ofAccount, networks] = [100, 20, 4];
const count = accounts * ofAccount;
const secretKey = 'a key of the attack that signs the sessions of all readers';
const firstAccount = 900_000;
/** What others must not exceed while all come back, in milliseconds, and within how many seconds everyone is back. */
const goals = { silence: 600, answer: 2000, seconds: 60 };

/** A reader: opens its stream, and again when the server says so. */
class Reader {
  readonly #index: number;
  readonly #origin: string;
  #request: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  isOpen = false;

  constructor(index: number, origin: string) {
    this.#index = index;
    this.#origin = origin;
  }

  /** Opens the stream, however often it is sent away; a slow one never reads it. */
  async open(token: string, instanceId: number, isSlow: boolean): Promise<void> {
    for (;;) {
      const answer = await this.#ask(token, instanceId).catch(() => undefined);
      if (answer?.statusCode === 200) {
        this.#answer = answer;
        if (isSlow) answer.pause();
        else {
          answer.resume();
          await once(answer, 'data').catch(() => {});
        }
        this.isOpen = true;
        return;
      }
      answer?.resume();
      // As consoles do, with up to a third more.
      const seconds = Number(answer?.headers['retry-after'] ?? 0.5);
      await pause(seconds * 1000 * (1 + Math.random() / 3));
    }
  }

  close(): void {
    this.isOpen = false;
    this.#answer?.destroy();
    this.#request?.destroy();
  }

  async #ask(token: string, instanceId: number): Promise<IncomingMessage> {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `198.51.100.${1 + (this.#index % networks)}`,
    };
    const sent = request(`${this.#origin}/v1/live?instances=${instanceId}`, { headers, agent: false });
    this.#request = sent;
    sent.on('error', () => {});
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    return answer;
  }
}

/** As many readers as a server has room for lose their streams at once, and all come back. */
export const streamStorm: Attack = {
  says: `${count} streams, a tenth of which are never read, break and come back at once`,
  on: ['embedded', 'postgres'],
  surroundings: async () => ({ env: { SECRET_KEY: secretKey, TRUST_PROXY: '1' }, close: async () => {} }),
  prepare: async ({ query }, { instanceId }) => {
    await query(
      `insert into accounts (id, name, email, password_hash, active_instance_id, created_at)
        select $1::int + n, 'Reader ' || n, 'reader' || n || '@storm.test', '', $2::int, now() from generate_series(0, $3::int) n`,
      [firstAccount, instanceId, accounts],
    );
    await query(
      `insert into workspace_members (workspace_id, account_id, role_id)
        select p.workspace_id, $1::int + n, 2 from instances i join projects p on p.id = i.project_id, generate_series(0, $3::int) n
        where i.id = $2`,
      [firstAccount, instanceId, accounts],
    );
  },
  run: async (target) => {
    const { origins, instanceId } = target;
    const secrets = createSecrets(secretKey);
    const readers = Array.from({ length: count }, (_, at) => new Reader(at, origins[0] ?? ''));
    const tokens = Array.from(
      { length: accounts },
      (_, at) =>
        signSession({ accountId: firstAccount + at, sessionsSince: 0 }, { secrets, clock: { now: () => new Date() } })
          .token,
    );
    const openAll = () =>
      together(count, count, async (at) => readers[at]?.open(tokens[at % accounts] ?? '', instanceId, at % 10 === 0));
    try {
      await openAll();
      const { result, silence } = await target.measure(async () => {
        for (const reader of readers) reader.close();
        const since = performance.now();
        const back = openAll().then(() => performance.now() - since);
        return { slowest: await slowestAnswer(target, back), back: (await back) / 1000 };
      });
      const problems = result.slowest.problems;
      if (silence > goals.silence) problems.push(`Others were silent for ${Math.round(silence)} ms.`);
      if (result.slowest.took > goals.answer)
        problems.push(`A list took ${Math.round(result.slowest.took)} ms meanwhile.`);
      if (result.back > goals.seconds) problems.push(`The last reader was back after ${result.back.toFixed(1)} s.`);
      return problems;
    } finally {
      for (const reader of readers) reader.close();
    }
  },
};

/** Lists items again and again until everyone is back. */
async function slowestAnswer({ owners: [owner], instanceId }: Target, back: Promise<unknown>) {
  const problems = new Set<string>();
  let took = 0;
  let isBack = false;
  void back.then(() => {
    isBack = true;
  });
  while (owner && !isBack) {
    const answer = await owner.ask(items.list, { params: { instanceId, templateId: 'image' }, body: { limit: 1 } });
    if (answer.status !== 200) problems.add(`A list answered ${answer.status} meanwhile.`);
    took = Math.max(took, answer.took);
    await pause(50);
  }
  return { took, problems: [...problems] };
}
