import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { type CallOut, callConfigured } from '../../core/egress/call-out.ts';
import { createKeyStore, type IssuerKeys } from '../../core/identity/issuer-keys.ts';
import {
  findProvider,
  findProviderOfDomain,
  hasPortals,
  listPortalProviders,
  type ProviderRow,
} from './provider-repository.ts';

/** A company sign-in: that of a workspace, or the server's. */
export interface Provider extends Omit<ProviderRow, 'id' | 'clientSecret'> {
  id: number | 'server';
  /** Readable. */
  clientSecret: string;
}

/** Finds company sign-ins, and how each provider is called. */
export interface ProviderAccess {
  byId: (id: number | 'server') => Promise<Provider | undefined>;
  ofDomain: (domain: string) => Promise<Provider | undefined>;
  /** Those whose portals' tokens of an issuer can be exchanged. */
  ofPortals: (issuer: string) => Promise<Provider[]>;
  hasPortals: () => Promise<boolean>;
  keysOf: (provider: Pick<Provider, 'id' | 'issuer'>) => IssuerKeys;
  callFor: (provider: Pick<Provider, 'id' | 'issuer'>) => CallOut;
}

/** The path of the development stand-in below the public address. */
export const standInPath = '/dev/oidc';

const secretPrefix = 'company sign-in ';

/** The stored form of a secret, which is readable as that of this workspace only. */
export const sealSecret = ({ secrets }: Pick<Deps, 'secrets'>, workspaceId: number, secret: string): string =>
  secrets.encrypt(`${secretPrefix}${workspaceId} ${secret}`);

function openSecret({ secrets }: Pick<Deps, 'secrets'>, { id, clientSecret }: ProviderRow): string {
  try {
    const text = secrets.decrypt(clientSecret);
    const prefix = `${secretPrefix}${id} `;
    if (text.startsWith(prefix)) return text.slice(prefix.length);
  } catch {
    // Reported below.
  }
  throw new AppError('unavailable', {
    message:
      'The secret key of the server has changed. An owner of the workspace has to enter the client secret again.',
  });
}

/** The stand-in, called by this server where it listens: its public address may lead to a proxy. */
const standInCall =
  ({ publicUrl, port }: Deps['config']): CallOut =>
  (address, call) =>
    callConfigured(address.replace(publicUrl, `http://localhost:${port}`), call);

/** Access to the company sign-ins of the database and the environment. */
export function createProviderAccess(deps: Deps): ProviderAccess {
  const { config, database, egress } = deps;
  const { oidc } = config;
  const callChosen: CallOut = (address, call) => egress.call(address, call);
  const keys = { chosen: createKeyStore(callChosen), configured: createKeyStore(callConfigured) };
  const standIn = { call: standInCall(config), address: `${config.publicUrl}${standInPath}` };
  const standInKeys = createKeyStore(standIn.call);
  const isStandIn = (issuer: string) => config.oidcStandIn && issuer === standIn.address;
  const server: Provider | undefined = oidc && {
    ...oidc,
    id: 'server',
    domains: [...oidc.domains],
    claim: '',
    rolesByClaim: [],
    defaultRoleId: null,
    isOnly: false,
  };
  const open = (row: ProviderRow | undefined): Provider | undefined =>
    row && { ...row, clientSecret: openSecret(deps, row) };
  return {
    byId: async (id) => (id === 'server' ? server : open(await findProvider(database.query, id))),
    // A workspace has verified the domain itself.
    ofDomain: async (domain) =>
      open(await findProviderOfDomain(database.query, domain)) ??
      (server?.domains.includes(domain) ? server : undefined),
    ofPortals: async (issuer) => [
      ...(server?.issuer === issuer && server.portalClientId !== '' ? [server] : []),
      ...(await listPortalProviders(database.query, issuer)).map((row) => ({ ...row, clientSecret: '' })),
    ],
    hasPortals: async () => Boolean(server?.portalClientId) || (await hasPortals(database.query)),
    keysOf: (provider) => {
      if (isStandIn(provider.issuer)) return standInKeys({ issuer: provider.issuer, jwksUrl: undefined });
      const keysOf = provider.id === 'server' ? keys.configured : keys.chosen;
      return keysOf({ issuer: provider.issuer, jwksUrl: undefined });
    },
    callFor: ({ id, issuer }) => {
      if (isStandIn(issuer)) return standIn.call;
      return id === 'server' ? callConfigured : callChosen;
    },
  };
}
