import { Type } from 'typebox';
import { ChannelName, GameVersion } from './builds.ts';
import { Exact, ExportedFile, Id, ImagePath, InstanceParams, Moment } from './common.ts';

/** A file that can be fetched by its `file`, listed in the manifest. */
const Listed = Exact({
  file: Type.String(),
  sha256: Type.String({ description: 'Hex' }),
  bytes: Type.Integer({ minimum: 0 }),
});

/** A manifest as it was signed: its bytes matter, so it is a text in which the manifest is. */
const SignedManifest = Exact({
  manifest: Type.String({ description: 'JSON: format, build, instance, created_at, schema_sha256, files' }),
  signatures: Type.Array(
    Exact({
      key: Type.String({ description: 'The id of the public key' }),
      signature: Type.String({ description: 'Ed25519 over the UTF-8 bytes of the manifest, base64' }),
    }),
    { maxItems: 10, description: 'By the newest key first' },
  ),
});

/** Shapes of the calls made with an API token. */
export const deliveryShapes = {
  manifest: {
    params: InstanceParams,
    response: Exact({
      instance_id: Id,
      report_id: Id,
      created_at: Moment,
      files: Type.Array(Listed),
      images: Type.Optional(Type.Array(Listed, { description: 'Omitted in older exports, which did not list images' })),
    }),
  },
  file: { params: Exact({ instanceId: Id, file: ExportedFile }) },
  image: { params: Exact({ instanceId: Id, imagePath: ImagePath }) },
  build: { params: Exact({ instanceId: Id, buildId: Id }), response: SignedManifest },
  channel: {
    params: Exact({ instanceId: Id, channel: ChannelName }),
    query: Exact({ game_version: Type.Optional(GameVersion) }),
    response: SignedManifest,
  },
  content: { params: Exact({ instanceId: Id, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }) },
} as const;
