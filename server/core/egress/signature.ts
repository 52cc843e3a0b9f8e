import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A secret of a webhook: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

interface SignedMessage {
  id: string;
  /** The time of the attempt. */
  at: Date;
  body: string;
}

/** The headers of a message by the Standard Webhooks specification, with a signature for each secret. */
export const signedHeaders = ({ id, at, body }: SignedMessage, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
