import { Type } from 'typebox';
import { mostFollowed } from '../rules/live.ts';
import { Done, Exact, Id, InstanceParams, TemplateId } from './common.ts';

/** What somebody has open. */
const Spot = Exact({
  kind: Type.Enum(['list', 'item', 'template', 'sync']),
  template_id: Type.Optional(TemplateId),
  item_id: Type.Optional(Id),
});

/** A field or cell that somebody edits. */
export const EditedField = Exact({
  item_id: Id,
  path: Type.String({
    maxLength: 400,
    pattern: '^[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,64}){0,24}$',
    description: 'In the form of the item: `label`, `values.cost`, `values.attributes.0.cost`',
  }),
});

/** Shapes of the live stream, which is not JSON, and of presence. */
export const liveShapes = {
  follow: {
    query: Exact({
      /** The instances to follow. */
      instances: Type.Optional(Type.String({ pattern: `^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,${mostFollowed - 1}}$` })),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    }),
  },
  announce: {
    params: InstanceParams,
    body: Exact({
      console: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'A random name of the console' }),
      stream: Type.String({ pattern: '^[\\w-]{1,40}\\.[\\w-]{1,40}$', description: 'From the message `hello`' }),
      turn: Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Counts what the console tells: an earlier one that comes later is ignored',
      }),
      at: Type.Optional(Spot),
      field: Type.Optional(EditedField),
    }),
    response: Done,
  },
  getPresence: { response: Exact({ is_shown: Type.Boolean() }) },
  setPresence: { body: Exact({ is_shown: Type.Boolean() }), response: Done },
} as const;
