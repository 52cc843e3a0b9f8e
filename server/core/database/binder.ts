/** Adds a value to a statement and returns its placeholder with its type: `$3::int`. */
export type Bind = (value: unknown, type: string) => string;

/** Collects the values of a statement that is assembled from parts, so that no part has to know how many precede its own. */
export function binder(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  return { values, bind };
}
