import { Type } from 'typebox';
import { Done, Email, Exact, Hash, Password, TypedText } from '../common.ts';
import { Offer } from './members.ts';

/** Shapes of registration; the form's rules validate what users type. */
export const registrationShapes = {
  register: { body: Exact({ account_name: TypedText, email: Email }), response: Done },
  resend: { body: Exact({ email: Email }), response: Done },
  checkLink: {
    body: Exact({ hash: Hash }),
    response: Exact({
      ok: Type.Literal(true),
      /** Of an invitation. */
      invitation: Type.Optional(Offer),
      /** The registered address. */
      email: Type.Optional(Type.String()),
    }),
  },
  confirm: {
    body: Exact({ password: Password, hash: Hash, account_name: Type.Optional(TypedText) }),
    response: Done,
  },
} as const;
