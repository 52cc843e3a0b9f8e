/** SQL: whether a revision counts, by its alias: those of a change set do once it is applied. */
export const countsSql = (alias: string): string =>
  `(${alias}.change_set_id is null or exists (select 1 from change_sets y where y.id = ${alias}.change_set_id and y.state = 'applied'))`;
