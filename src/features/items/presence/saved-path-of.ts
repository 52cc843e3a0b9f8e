const fieldOf = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-field], [data-about]');
const rowOf = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-saved]');

/**
 * The path at which the value of a form's field is saved, for an element in it: rows that were moved, or that others come before, are saved at
 * other places. Undefined outside of fields, and in a row that is not saved yet.
 */
export function savedPathOf(element: Element): string | undefined {
  const field = fieldOf(element);
  let path = field?.dataset.field ?? field?.dataset.about;
  for (let row = rowOf(field); row && path !== undefined; row = rowOf(row.parentElement)) {
    const { saved = '', index = '' } = row.dataset;
    const drafted = saved.replace(/\d+$/, index);
    path = saved === '' ? undefined : saved + path.slice(drafted.length);
  }
  return path;
}
