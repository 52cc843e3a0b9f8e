import { Type } from 'typebox';
import { Done, Exact, Password, TypedText } from '../common.ts';

/** How many recovery codes an account has. */
export const recoveryCodeCount = 10;

const Proof = { password: Password, code: TypedText };
const RecoveryCodes = Exact({ recovery_codes: Type.Array(Type.String(), { maxItems: recoveryCodeCount }) });

/** Shapes of the calls for the second factor of an account. */
export const secondFactorShapes = {
  get: {
    response: Exact({
      is_on: Type.Boolean(),
      recovery_codes_left: Type.Integer({ minimum: 0, maximum: recoveryCodeCount }),
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
  renewCodes: { body: Exact(Proof), response: RecoveryCodes },
  remove: { body: Exact(Proof), response: Done },
} as const;
