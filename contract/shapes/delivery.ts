import { Type } from 'typebox';
import { Exact, ExportedFile, Id, InstanceParams, Moment } from './common.ts';

/** Shapes of what is read with an API token. */
export const deliveryShapes = {
  manifest: {
    params: InstanceParams,
    response: Exact({
      instance_id: Id,
      report_id: Id,
      created_at: Moment,
      files: Type.Array(
        Exact({
          file: Type.String(),
          sha256: Type.String({ description: 'Hex' }),
          bytes: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  },
  file: { params: Exact({ instanceId: Id, file: ExportedFile }) },
} as const;
