import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { PasskeyAnswer, passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';

/** Why the browser made or used no passkey, as a sentence for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not used. Try again, and confirm it in the window of your browser.',
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys do not work at this address. Open the console at its address over https.',
};

async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new PasskeyError(messages[name] ?? 'Your browser could not use a passkey. Try again.', { cause: error });
  }
}

/** True if the browser has passkeys at all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && isSecureContext;

// Chrome before 129 and Safari before 18.4 have no methods that convert the JSON of WebAuthn.
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (digit) => digit.charCodeAt(0));
const toText = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const type = 'public-key';

/** Has the browser make a passkey, which asks its user. */
export async function makePasskey(
  asked: Output<typeof passkeys.enrol>,
): Promise<Omit<Input<typeof passkeys.add>['body'], 'name'>> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: toBytes(asked.challenge),
    rp: { id: asked.rp_id, name: 'Quartermaster' },
    user: { id: toBytes(asked.user_id), name: asked.user_name, displayName: asked.user_name },
    pubKeyCredParams: asked.algorithms.map((alg) => ({ type, alg })),
    excludeCredentials: asked.exclude.map((id) => ({ type, id: toBytes(id) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
  const made = (await told(() => navigator.credentials.create({ publicKey }))) as PublicKeyCredential | null;
  if (!made) throw new PasskeyError(messages.NotAllowedError);
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    sealed: asked.sealed,
    id: made.id,
    client_data: toText(response.clientDataJSON),
    attestation: toText(response.attestationObject),
    transports: response.getTransports(),
  };
}

/** Has the browser sign with one of its passkeys, which asks its user. */
export async function signWithPasskey(asked: Output<typeof passkeys.challenge>): Promise<PasskeyAnswer> {
  const { challenge, rp_id: rpId, sealed } = asked;
  const publicKey = { challenge: toBytes(challenge), rpId, userVerification: 'required' } as const;
  const used = (await told(() => navigator.credentials.get({ publicKey }))) as PublicKeyCredential | null;
  if (!used) throw new PasskeyError(messages.NotAllowedError);
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    sealed,
    id: used.id,
    client_data: toText(response.clientDataJSON),
    authenticator_data: toText(response.authenticatorData),
    signature: toText(response.signature),
  };
}
