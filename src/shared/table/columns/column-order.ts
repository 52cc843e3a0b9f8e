/** The ids of columns in a chosen order; unlisted ones stay after their default predecessor. Pinned ones come first. */
export function orderedIds(columns: readonly { id: string; pinned?: boolean }[], order: readonly string[]): string[] {
  const named = new Map(order.map((id, index) => [id, index]));
  let before = -1;
  const placed = columns.map(({ id, pinned }, index) => {
    const position = pinned ? -1 : (named.get(id) ?? before + 0.001);
    before = position;
    return { id, position, index };
  });
  placed.sort((a, b) => a.position - b.position || a.index - b.index);
  return placed.map(({ id }) => id);
}

/** The order of ids after a column has been moved to an index. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  const index = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, index), id, ...others.slice(index)];
}
