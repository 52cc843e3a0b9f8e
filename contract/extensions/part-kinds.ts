/** The parts of an extension that have a place of their own. */
export const partKinds = ['panel', 'action', 'card'] as const;

/** One of {@link partKinds}. */
export type PartKind = (typeof partKinds)[number];
