import { Type } from 'typebox';
import { Done, Exact } from './common.ts';

/** Shapes of feedback and support; name and email are optional. */
export const feedbackShapes = {
  send: {
    body: Exact({
      message: Type.String({ maxLength: 10_000 }),
      name: Type.Optional(Type.String({ maxLength: 254 })),
      email: Type.Optional(Type.String({ maxLength: 254 })),
      tags: Type.Optional(Exact({ uid: Type.Optional(Type.String({ maxLength: 64 })) })),
    }),
    response: Done,
  },
  getSupport: { response: Exact({ email: Type.String() }) },
} as const;
