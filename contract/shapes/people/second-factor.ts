import { Type } from 'typebox';
import { passkeyLimit } from '../../rules/people/passkey.ts';
import { Done, Exact, Id, Moment, Nullable, Password, TypedText } from '../common.ts';
import { PasskeyAnswer } from './passkey-answer.ts';

/** How many recovery codes an account has. */
export const recoveryCodeCount = 10;

const Proof = { password: Password, code: TypedText };

/** New recovery codes; none if the account has some already. */
export const RecoveryCodes = Exact({ recovery_codes: Type.Array(Type.String(), { maxItems: recoveryCodeCount }) });

/** Shapes of the calls for the second factor of an account. */
export const secondFactorShapes = {
  get: {
    response: Exact({
      is_on: Type.Boolean({ description: 'Signing in by password needs a code or a passkey, too' }),
      has_app: Type.Boolean({ description: 'An authenticator app makes codes' }),
      recovery_codes_left: Type.Integer({ minimum: 0, maximum: recoveryCodeCount }),
      passkeys: Type.Array(
        Exact({
          id: Id,
          name: Type.String(),
          created_at: Moment,
          used_at: Nullable(Moment),
          is_backed_up: Type.Boolean({ description: 'It is also stored outside of its device' }),
        }),
        { maxItems: passkeyLimit },
      ),
      required_by: Type.Array(
        Exact({
          id: Id,
          name: Type.String(),
          due_at: Moment,
          is_due: Type.Boolean({ description: 'Without a second factor, the workspace does not open to this session' }),
          has_company: Type.Boolean({ description: 'A session by its company sign-in needs none' }),
        }),
        { description: 'The workspaces that require a second factor of this session' },
      ),
    }),
  },
  enrol: {
    response: Exact({
      enrolment: Type.String({ description: 'Sent back to confirm it, in the same session and within an hour' }),
      secret: Type.String({ description: 'In Base32' }),
      address: Type.String({ description: 'For a QR code: `otpauth://totp/...`' }),
    }),
  },
  confirm: {
    body: Exact({ enrolment: Type.String({ minLength: 1, maxLength: 1000 }), ...Proof }),
    response: RecoveryCodes,
  },
  renewCodes: { body: Type.Union([Exact(Proof), Exact({ passkey: PasskeyAnswer })]), response: RecoveryCodes },
  remove: { body: Exact(Proof), response: Done },
} as const;
