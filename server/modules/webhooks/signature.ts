import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret of a webhook: 256 random bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

interface SignedMessage {
  id: string;
  /** Unix seconds of the attempt. */
  timestamp: number;
  body: string;
}

/** The headers of a message by the Standard Webhooks specification, with a signature for each secret. */
export function signedHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
