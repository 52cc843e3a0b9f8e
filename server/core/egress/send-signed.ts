import { randomUUID } from 'node:crypto';
import { findNotUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Secrets } from '../environment/secrets.ts';
import { AddressRefused, CallTimeout, type Egress } from './call-out.ts';
import { signedHeaders } from './signature.ts';

/** What sending a signed message needs. */
export interface Signing {
  egress: Egress;
  secrets: Secrets;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Where a webhook's messages go, and the encrypted secrets that sign them: the previous one until a time. */
export interface Receiver {
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
}

/** A message to the receiver of a webhook. */
export interface Outgoing {
  webhookId: number;
  messageId: string;
  body: string;
  /** Milliseconds that the receiver has to answer. */
  timeout: number;
  /** Bytes of the answer that are read. */
  longest: number;
  signal?: AbortSignal;
}

/** What came of an attempt to send a message. */
export interface SendResult {
  at: Date;
  milliseconds: number;
  /** Null without an answer. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  answer: string | null;
  /** Why the answer is no text in UTF-8, such as `is in UTF-16`; the bytes that are none are replaced in `answer`. */
  notUtf8?: string | undefined;
  /** True if the answer has more bytes than were read. */
  isCut: boolean;
}

/** The id of a new message. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** Whether the status of an answer says that the receiver has taken the message. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Sends a message by the Standard Webhooks specification, once. Only an abort by its signal throws. */
export async function sendSigned(signing: Signing, receiver: Receiver, outgoing: Outgoing): Promise<SendResult> {
  const at = signing.clock.now();
  const began = performance.now();
  const result = await call(signing, receiver, outgoing, at);
  // The receiver may have got it, or not.
  outgoing.signal?.throwIfAborted();
  return { at, milliseconds: Math.round(performance.now() - began), ...result };
}

type CallResult = Omit<SendResult, 'at' | 'milliseconds'>;

async function call(signing: Signing, receiver: Receiver, outgoing: Outgoing, at: Date): Promise<CallResult> {
  const { messageId: id, body, timeout, longest, signal } = outgoing;
  const secrets = secretsOf(signing, receiver, { ...outgoing, at });
  if (secrets.length === 0)
    return failed('The secret cannot be read, as the secret key of the server has changed. Make a new secret.');
  try {
    const answered = await signing.egress.call(receiver.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Quartermaster-Webhooks',
        ...signedHeaders({ id, at, body }, secrets),
      },
      ...{ body, timeout, longest },
      ...(signal && { signal }),
    });
    // PostgreSQL does not store the character 0.
    const answer = answered.body.toString().replaceAll('\0', '');
    const notUtf8 = findNotUtf8(answered.body);
    return { status: answered.status, error: null, answer, notUtf8, isCut: answered.isCut };
  } catch (error) {
    return failed(reasonOf(error, timeout));
  }
}

const failed = (error: string): CallResult => ({ status: null, error, answer: null, isCut: false });

function secretsOf({ secrets, log }: Signing, receiver: Receiver, { webhookId, at }: { webhookId: number; at: Date }) {
  const { secret, previous_secret: previous, previous_until: until } = receiver;
  const signing = previous !== null && until !== null && until > at ? [secret, previous] : [secret];
  return signing.flatMap((encrypted) => {
    try {
      return secrets.decrypt(encrypted);
    } catch {
      log.warn({ webhook: webhookId }, 'The secret of a webhook cannot be read, as the secret key has changed.');
      return [];
    }
  });
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'Nothing accepts connections at this address.',
  ECONNRESET: 'The receiver has closed the connection without an answer.',
  EHOSTUNREACH: 'The address cannot be reached.',
  EAI_AGAIN: 'The name of the address could not be looked up.',
  ENETUNREACH: 'The address cannot be reached.',
  ENOTFOUND: 'The name of the address is not known.',
  ETIMEDOUT: 'The address cannot be reached.',
};

/** Why there was no answer, without details of the server's network. */
function reasonOf(error: unknown, timeout: number): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof CallTimeout) return `There was no answer within ${timeout / 1000} seconds.`;
  const { code } = Object(error) as { code?: unknown };
  const known = typeof code === 'string' ? reasons[code] : undefined;
  if (known !== undefined) return known;
  return typeof code === 'string' && /CERT|TLS|SSL|VERIFY|SIGNED/.test(code)
    ? 'The certificate of the receiver is not valid, or it does not speak TLS.'
    : 'The connection has failed.';
}
