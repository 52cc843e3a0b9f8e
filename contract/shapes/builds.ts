import { Type } from 'typebox';
import { gameVersionPattern } from '../game-version.ts';
import { buildNameLength, channelNameLength, channelNamePattern } from '../rules/builds.ts';
import {
  ChangeKind,
  Done,
  Exact,
  Id,
  InstanceParams,
  Moment,
  NewestFirst,
  Nothing,
  Nullable,
  nextPage,
  ProjectParams,
  TemplateId,
} from './common.ts';

const Count = Type.Integer({ minimum: 0 });

/** A version of the game: one to four numbers. */
export const GameVersion = Type.String({ pattern: gameVersionPattern });

/** The name of a channel as it is typed. */
const TypedChannelName = Type.String({ maxLength: 2 * channelNameLength });

/** The name of a build as it is typed. */
const TypedName = Type.String({ maxLength: 2 * buildNameLength });

/** A completed export as a build: files that never change, and a signed manifest. */
export const Build = Exact({
  /** That of the export. */
  id: Id,
  /** Null for a build without one, which is deleted once there are enough newer ones. */
  name: Nullable(Type.String()),
  created_at: Moment,
  smallest_game_version: Nullable(Type.String({ description: 'Null for any version' })),
  schema_sha256: Type.String(),
  files: Count,
  /** Of all files, before compression. */
  bytes: Type.Integer({ minimum: 0 }),
});

/** A key that signs the builds of a project, or has signed earlier ones. */
export const SigningKey = Exact({
  id: Type.String({ description: 'As in manifests' }),
  public_key: Type.String({ description: '32 bytes, base64' }),
  pem: Type.String({ description: 'The same as SubjectPublicKeyInfo' }),
  created_at: Moment,
  signs: Type.Boolean({ description: 'False for a key that only verifies earlier builds' }),
});

/** The most keys that are listed: the newest ones. */
export const mostSigningKeys = 50;

const Keys = Exact({ keys: Type.Array(SigningKey, { maxItems: mostSigningKeys, description: 'Newest first' }) });

/** The name of a channel. */
export const ChannelName = Type.String({ pattern: channelNamePattern });

/** The most channels of an instance. */
export const mostChannels = 20;

/** The most builds for smaller versions of the game that a channel lists; it can have more. */
export const mostEarlierBuilds = 20;

const ChannelBuild = Exact({
  id: Id,
  name: Nullable(Type.String()),
  smallest_game_version: Nullable(Type.String()),
});

/** A channel with the builds that it points at. */
export const Channel = Exact({
  name: ChannelName,
  follows: Type.Boolean({ description: 'True if each completed export becomes its build' }),
  build: ChannelBuild,
  earlier: Type.Array(ChannelBuild, {
    maxItems: mostEarlierBuilds,
    description: 'For versions of the game that are too small for its build, newest first',
  }),
});

const ChannelParams = Exact({ instanceId: Id, channel: ChannelName });

/** Shapes of the calls for channels. */
export const channelShapes = {
  list: {
    params: InstanceParams,
    response: Exact({
      channels: Type.Array(Channel, { maxItems: mostChannels, description: 'live first, then by name' }),
      is_public: Type.Boolean({ description: 'True if its builds are read without a token' }),
    }),
  },
  create: { params: InstanceParams, body: Exact({ name: TypedChannelName, build_id: Id }), response: Done },
  setBuild: { params: ChannelParams, body: Exact({ build_id: Id }), response: Done },
  follow: { params: InstanceParams, body: Type.Optional(Nothing), response: Done },
  delete: { params: ChannelParams, response: Done },
  setReading: { params: InstanceParams, body: Exact({ is_public: Type.Boolean() }), response: Done },
} as const;

/** A place in the same file of two builds: its path, and the bytes before the item in the older and in the newer one, unless it has none. */
const PlaceInBuilds = Type.String({ pattern: '^[A-Za-z0-9_]{1,64}\\.json:[0-9]{0,15}:[0-9]{0,15}$' });

/** The most changes of a page. */
const mostBuildChanges = 100;

/** An item in which two builds differ. */
export const BuildChange = Exact({
  template_id: TemplateId,
  item_id: Id,
  change: ChangeKind,
  place: Type.String({ description: 'Where it is in the files of both builds' }),
});

const BuildParams = Exact({ instanceId: Id, buildId: Id });
/** The build that another one is compared with. */
const since = { since: Id };

/** The JSON of an item as in the file of a build. */
const ExportedItem = Nullable(Type.String({ description: 'JSON; null if the build does not have the item' }));

/** Shapes of the calls for builds. */
export const buildShapes = {
  list: {
    params: InstanceParams,
    query: Exact(NewestFirst),
    response: Exact({ builds: Type.Array(Build, { maxItems: 100 }), ...nextPage }),
  },
  listChanges: {
    params: BuildParams,
    query: Exact({
      ...since,
      cursor: Type.Optional(PlaceInBuilds),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostBuildChanges })),
    }),
    response: Exact({
      changes: Type.Array(BuildChange, { maxItems: mostBuildChanges, description: 'By template and id' }),
      ...nextPage,
    }),
  },
  getChange: {
    params: BuildParams,
    query: Exact({ ...since, place: PlaceInBuilds }),
    response: Exact({
      before: ExportedItem,
      after: ExportedItem,
      is_too_large: Type.Boolean({ description: 'True if before and after are null because one of them is too large' }),
    }),
  },
  rename: {
    params: BuildParams,
    body: Exact({ name: Nullable(TypedName) }),
    response: Done,
  },
} as const;

/** Shapes of the calls for the keys of a project. */
export const signingKeyShapes = {
  list: { params: InstanceParams, response: Keys },
  rotate: {
    params: ProjectParams,
    body: Exact({
      keeps_previous: Type.Boolean({
        description: 'True if the previous key also signs: games that know only that one accept new builds',
      }),
    }),
    response: Keys,
  },
} as const;
