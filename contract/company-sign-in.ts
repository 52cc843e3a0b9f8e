/** The first part of the DNS record (TXT) that proves that a workspace has a domain. */
export const verificationRecord = 'quartermaster-verification=';

/** Why a company sign-in was refused; the sign-in page and the access log name the reason. */
export const companyRefusals = {
  cancelled: 'The sign-in was cancelled at your company. Try again, or sign in with email and password.',
  expired: 'The sign-in took too long, or was begun in another browser. Try again.',
  used: 'This sign-in was completed already. Try again.',
  changed: 'The company sign-in was changed in the meantime. Try again.',
  provider: 'The sign-in service of your company does not answer as expected. Try again, or ask your IT.',
  client:
    'The sign-in service of your company refused the client id or the client secret. Whoever set up the company sign-in has to enter both again.',
  token: 'The answer of your company could not be verified. Try again, and ask your IT if it stays like this.',
  'no-email': 'Your company did not send your email address. Ask your IT to send the claim "email".',
  'wrong-email':
    'Your company did not send a valid email address. Ask your IT to send a single address, in letters of ASCII, as the claim "email".',
  'unverified-email': 'Your company has not verified your email address. Ask your IT.',
  domain: 'Your email address is not of a domain of this company sign-in. Use the account of your company.',
  subject:
    'Your email address belongs to another account at your company. Ask an owner of the workspace to forget it in the settings of the company sign-in.',
  moved:
    'The email address of your account is no longer of your company. Sign in with email and password, or change the address back.',
  seats: 'All seats of the workspace are taken. Ask an owner.',
  plan: 'The plan of the workspace does not include more members. Ask an owner.',
  'not-invited': 'You are not a member of the workspace yet. Ask an owner to invite you.',
  removed: 'You were removed from the workspace. Ask an owner to invite you again.',
} as const;
/** The name of a reason. */
export type CompanyRefusal = keyof typeof companyRefusals;
