import { Type } from 'typebox';
import { Exact, ExportedFile, Id, ImagePath, InstanceParams, Moment } from './common.ts';

/** A file that can be fetched by its `file`, listed in the manifest. */
const Listed = Exact({
  file: Type.String(),
  sha256: Type.String({ description: 'Hex' }),
  bytes: Type.Integer({ minimum: 0 }),
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
} as const;
