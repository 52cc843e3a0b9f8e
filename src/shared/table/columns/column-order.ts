/** Columns in a chosen order of ids; unlisted ones stay after their default predecessor. Pinned ones come first. */
export function orderColumns<C extends { id: string; pinned?: boolean }>(
  columns: readonly C[],
  order: readonly string[],
): C[] {
  const named = new Map(order.map((id, place) => [id, place]));
  const fixed = columns.filter(({ pinned }) => pinned);
  const others = columns.filter(({ pinned }) => !pinned);
  let before = -1;
  const placed = others.map((column, index) => {
    const place = named.get(column.id) ?? before + 0.001;
    before = place;
    return { column, place, index };
  });
  placed.sort((a, b) => a.place - b.place || a.index - b.index);
  return [...fixed, ...placed.map(({ column }) => column)];
}

/** The order of ids after a column has been moved to an index. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), id, ...others.slice(place)];
}
