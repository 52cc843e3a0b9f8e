const colors = ['grass', 'sky', 'yellow', 'lime'] as const;

/** The colour of a dynamic group by its number of enclosing dynamic groups. */
export const groupColor = (depth: number): (typeof colors)[number] => colors[depth % colors.length] ?? 'grass';
