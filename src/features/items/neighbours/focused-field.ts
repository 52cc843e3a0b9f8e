import { renderField } from '../../../shared/item-form/deferred-focus.ts';

/** Where the focus is in an item's form, to be found again in the form of another item. */
export interface FieldPlace {
  /** The path of the field in the form, e.g. `values.attrib.0.key`. */
  field: string;
  /** Which of the field's controls: a localised text has several. */
  control: number;
}

const controls = 'input, textarea, select, button';

const controlsOf = (field: Element) => [...field.querySelectorAll<HTMLElement>(controls)];

/** The place of an element in an item's form; undefined outside of its fields. */
export function placeOf(element: Element | null): FieldPlace | undefined {
  const leaf = element?.closest<HTMLElement>('[data-field]');
  const { field } = leaf?.dataset ?? {};
  if (!leaf || field === undefined) return undefined;
  return { field, control: controlsOf(leaf).indexOf(element as HTMLElement) };
}

/** Focuses a place in a form, rendering its field first if it is deferred; does nothing if the form does not have it. */
export function focusPlace(form: Element, { field, control }: FieldPlace): void {
  renderField(form, field);
  const leaf = form.querySelector(`[data-field="${CSS.escape(field)}"]`);
  if (!leaf) return;
  const all = controlsOf(leaf);
  (all[control] ?? all[0])?.focus();
}
