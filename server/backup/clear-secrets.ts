import type { Query } from '../core/database/database.ts';
import { newSecret } from '../core/egress/signature.ts';
import type { Secrets } from '../core/environment/secrets.ts';

/**
 * Clears what was encrypted with another key and what the product cannot do without, and returns what has to be done about it: numbers,
 * not values, as the lines are printed.
 */
export async function clearSecrets(query: Query, secrets: Secrets): Promise<string[]> {
  const lines: string[] = [];
  const count = async (statement: string, values: unknown[] = []): Promise<number> =>
    (await query<{ id: unknown }>(`${statement} returning 1 as id`, values)).length;
  const note = (rows: number, what: string, text: string) => {
    if (rows > 0) lines.push(`${what} (${rows}): ${text}`);
  };
  note(
    await count('delete from second_factors'),
    'Second factors with their passkeys',
    'removed; these accounts sign in by password alone until they set one up again.',
  );
  note(
    (await query('select from signing_keys where private_key is not null', [])).length,
    'Signing keys that cannot be read',
    'the next build makes another one, whose public key games need.',
  );
  note(
    (await query('select from company_sign_ins', [])).length,
    'Client secrets of company sign-in',
    'owners enter them again, and get in by password and mailed code until then.',
  );
  note(
    (await query('select from api_tokens', [])).length,
    'API tokens of instances',
    'they still work and cannot be shown; make new ones to see them.',
  );
  for (const { id } of await query<{ id: number }>('select id from webhooks order by id', [])) {
    const values = [id, secrets.encrypt(newSecret())];
    await query('update webhooks set secret = $2, previous_secret = null, previous_until = null where id = $1', values);
    lines.push(`Webhook ${id} signs with a new secret: replace it once more, to see it, and give it to its receiver.`);
  }
  note(
    await count(`update one_time_secrets set revoked_at = now() where used_at is null and revoked_at is null`),
    'Mailed links and codes',
    'revoked; request new ones.',
  );
  const [jobs] = await query<{ found: boolean }>(`select to_regclass('pgboss.job') is not null as found`, []);
  if (jobs?.found)
    note(
      await count(`delete from pgboss.job where data ? 'sealed' and state < 'completed'`),
      'Mails that were waiting to be sent',
      'removed.',
    );
  return lines;
}
