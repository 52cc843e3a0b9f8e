import { Type } from 'typebox';
import { Exact, Id, Moment } from './common.ts';

export const deliveryShapes = {
  manifest: {
    params: Exact({ instanceId: Id }),
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
  file: { params: Exact({ instanceId: Id, file: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}\\.json$' }) }) },
} as const;
