import { Done, Email, Exact, Hash, Password, TypedText } from './common.ts';

/** Shapes of registration; the form's rules validate what users type. */
export const registrationShapes = {
  register: { body: Exact({ account_name: TypedText, email: Email }), response: Done },
  resend: { body: Exact({ email: Email }), response: Done },
  checkLink: { body: Exact({ hash: Hash }), response: Done },
  confirm: { body: Exact({ password: Password, hash: Hash }), response: Done },
} as const;
