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

/** Binds equal texts once, for parts that repeat them: a statement has at most 65,535 values. */
export function bindOnce(bind: Bind): Bind {
  const known = new Map<string, string>();
  return (value, type) => {
    const name = `${type} ${value}`;
    const placeholder = known.get(name) ?? bind(value, type);
    known.set(name, placeholder);
    return placeholder;
  };
}
