import { Type } from 'typebox';
import { passkeyLimit } from '../../rules/people/passkey.ts';
import { Done, Exact, Id, Nothing, TypedText, UnixSeconds } from '../common.ts';
import { Bytes, ClientData, CredentialId, PasskeyAnswer, Sealed } from './passkey-answer.ts';
import { RecoveryCodes } from './second-factor.ts';

const challenge = {
  sealed: Sealed,
  challenge: Type.String({ description: 'To be signed, base64url' }),
  rp_id: Type.String({ description: 'The host of the console' }),
};

/** Shapes of the calls for passkeys. */
export const passkeyShapes = {
  enrol: {
    response: Exact({
      ...challenge,
      user_id: Type.String({ description: 'Of the account, base64url' }),
      user_name: Type.String(),
      algorithms: Type.Array(Type.Integer(), { maxItems: 10, description: 'COSE algorithms, the preferred one first' }),
      exclude: Type.Array(Type.String(), { maxItems: passkeyLimit, description: 'The passkeys of the account' }),
    }),
  },
  add: {
    body: Exact({
      sealed: Sealed,
      name: TypedText,
      id: CredentialId,
      client_data: ClientData,
      attestation: Bytes(40_000),
      transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 }),
    }),
    response: RecoveryCodes,
  },
  remove: { params: Exact({ passkeyId: Id }), response: Done },
  challenge: { body: Type.Optional(Nothing), response: Exact(challenge) },
  signIn: { body: PasskeyAnswer, response: Exact({ expires_at: UnixSeconds }) },
} as const;
