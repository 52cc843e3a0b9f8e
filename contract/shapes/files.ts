import { Type } from 'typebox';
import { Exact, ExportedFile } from './common.ts';

/** Shapes of signed addresses. */
export const fileShapes = {
  download: {
    params: Exact({ fileName: ExportedFile }),
    query: Exact({
      key: Type.String({ minLength: 1, maxLength: 512, description: 'Where the file lies in the store' }),
      expires: Type.String({
        pattern: '^[0-9]{1,12}$',
        description: 'Unix seconds after which the address is of no use',
      }),
      signature: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of all the rest of the address' }),
    }),
  },
} as const;
