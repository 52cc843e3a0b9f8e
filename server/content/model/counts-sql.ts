/** SQL: whether a revision counts, by its alias: those of a change set do once it is applied. */
export const countsSql = (alias: string): string =>
  `(${alias}.sync_id is null or exists (select 1 from syncs y where y.id = ${alias}.sync_id and y.state = 'applied'))`;
