/**
 * The sort and lookup expression of texts, equal to that of their index. The full text is additionally compared with
 * `is not distinct from`, which no index supports: for `=` the planner would choose the trigram index, which is a
 * hundred times as slow.
 */
export const textKey = (text: string): string => `left(${text}, 64) collate "natural"`;
