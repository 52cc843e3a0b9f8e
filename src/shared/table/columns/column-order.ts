/** The ids of columns in a chosen order; unlisted ones stay after their default predecessor. Pinned ones come first. */
export function orderedIds(columns: readonly { id: string; pinned?: boolean }[], order: readonly string[]): string[] {
  const named = new Map(order.map((id, place) => [id, place]));
  let before = -1;
  const placed = columns.map(({ id, pinned }, index) => {
    const place = pinned ? -1 : (named.get(id) ?? before + 0.001);
    before = place;
    return { id, place, index };
  });
  placed.sort((a, b) => a.place - b.place || a.index - b.index);
  return placed.map(({ id }) => id);
}

/** The order of ids after a column has been moved to an index. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), id, ...others.slice(place)];
}
