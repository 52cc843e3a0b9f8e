const colors = ['grass', 'sky', 'yellow', 'lime'] as const;

/** The colour of a dynamic group by how many dynamic groups are around it. */
export const groupColor = (depth: number): (typeof colors)[number] => colors[depth % colors.length] ?? 'grass';
