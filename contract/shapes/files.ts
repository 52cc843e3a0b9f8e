import { Type } from 'typebox';
import { Exact, ExportedFile } from './common.ts';

/** Shapes of signed URLs. */
export const fileShapes = {
  download: {
    params: Exact({ fileName: ExportedFile }),
    query: Exact({
      key: Type.String({ minLength: 1, maxLength: 512, description: 'Path of the file in the store' }),
      expires: Type.String({
        pattern: '^[0-9]{1,12}$',
        description: 'Unix time in seconds at which the URL expires',
      }),
      signature: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Signs the rest of the URL' }),
    }),
  },
} as const;
