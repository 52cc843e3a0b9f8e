import { Type } from 'typebox';
import { Exact, ExportedFile, Id, ImagePath, InstanceParams, Moment } from './common.ts';

/** Something that can be fetched under `file`, beside the manifest. */
const Listed = Exact({
  file: Type.String(),
  sha256: Type.String({ description: 'Hex' }),
  bytes: Type.Integer({ minimum: 0 }),
});

/** Shapes of what is read with an API token. */
export const deliveryShapes = {
  manifest: {
    params: InstanceParams,
    response: Exact({
      instance_id: Id,
      report_id: Id,
      created_at: Moment,
      files: Type.Array(Listed),
      images: Type.Optional(Type.Array(Listed, { description: 'Left out of exports from before images were listed' })),
    }),
  },
  file: { params: Exact({ instanceId: Id, file: ExportedFile }) },
  image: { params: Exact({ instanceId: Id, imagePath: ImagePath }) },
} as const;
