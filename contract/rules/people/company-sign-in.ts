import { array, number, object, string } from 'yup';
import { requiredEmail } from './email.ts';
import { requiredCode } from './second-factor.ts';

/** How much a company sign-in may have. */
export const companyLimits = {
  address: 400,
  secret: 500,
  claim: 200,
  roles: 50,
  domains: 20,
  trialClaims: 60,
  /** The page to return to. */
  from: 2000,
} as const;

const most = (length: number) => [length, `Must be at most ${length} characters`] as const;

/** Parts of addresses that stand for all tenants of a provider: their tokens would be of anybody. */
const manyTenants = /[{}]|\/(common|organizations|consumers)(\/|$)/i;

const isIssuer = (value: string | undefined): boolean => {
  if (value === undefined || value === '') return true;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
};

const hasUser = (value: string | undefined): boolean => {
  const url = URL.parse(value ?? '');
  return url !== null && (url.username !== '' || url.password !== '');
};

/** Validates the form of a company sign-in. */
export const companySettingRule = object({
  issuer: string()
    .trim()
    .required('Issuer is a required field')
    .max(...most(companyLimits.address))
    .test('address', 'Must be an address that begins with https://, without "?" and "#"', isIssuer)
    .test('user', 'Leave out the user name and the password before the "@"', (value) => !hasUser(value))
    .test(
      'tenant',
      'This issuer stands for many companies. Use the address of your own tenant.',
      (value) => !manyTenants.test(value ?? ''),
    ),
  client_id: string()
    .trim()
    .required('Client id is a required field')
    .max(...most(companyLimits.address)),
  client_secret: string()
    .trim()
    .max(...most(companyLimits.secret)),
  portal_client_id: string()
    .trim()
    .defined()
    .max(...most(companyLimits.address)),
  claim: string()
    .trim()
    .defined()
    .max(...most(companyLimits.claim)),
  roles_by_claim: array()
    .of(
      object({
        value: string()
          .trim()
          .required('Value is a required field')
          .max(...most(companyLimits.claim)),
        role_id: number().required().oneOf([2, 3]),
      }),
    )
    .required()
    .max(companyLimits.roles)
    .when('claim', ([claim], schema) =>
      claim === '' ? schema.max(0, 'Name the claim first, or remove its values') : schema,
    ),
  default_role_id: number().nullable().defined().oneOf([2, 3, null]),
});

/** A domain name in ASCII, with a dot. */
const domainName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** A domain as typed, in the form in which it is stored: lower case, international ones in ASCII. */
export const toDomain = (typed: string): string =>
  URL.parse(`https://${typed.trim().replace(/^@/, '')}/`)?.hostname ?? '';

/** Validates the form that adds a domain. */
export const companyDomainRule = object({
  domain: string()
    .trim()
    .required('Domain is a required field')
    .max(...most(companyLimits.address))
    .test(
      'domain',
      'Must be a domain such as studio.example',
      (value) =>
        !value ||
        (!/[/:?#\\\s]|.@/.test(value) && domainName.test(toDomain(value)) && !/^[\d.]+$/.test(toDomain(value))),
    ),
});

/** Validates the form that forgets whose account an email address is at the provider. */
export const forgetIdentityRule = object({ email: requiredEmail });

/** Validates the code by which an owner gets back in. */
export const recoveryRule = object({ code: string().trim().required(requiredCode) });
