import { Type } from 'typebox';
import { Exact } from '../common.ts';

/** Bytes of the browser, as base64url. */
export const Bytes = (longest: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 1, maxLength: longest });

/** How the browser names a passkey. */
export const CredentialId = Bytes(1400);
/** What a passkey has signed. */
export const ClientData = Bytes(8000);

/** A challenge, encrypted. */
export const Sealed = Type.String({ minLength: 1, maxLength: 1000, description: 'Sent back with the answer' });
/** An answer to a challenge. */
export const PasskeyAnswer = Exact({
  sealed: Sealed,
  id: CredentialId,
  client_data: ClientData,
  authenticator_data: Bytes(8000),
  signature: Bytes(8000),
});
