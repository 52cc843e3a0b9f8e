import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type CSSProperties, type FocusEvent, type MouseEvent, type RefCallback, useCallback, useMemo } from 'react';
import { get, useFormState } from 'react-hook-form';
import { deferredFields, focusAt, focusInside, renders } from './deferred-focus.ts';
import { placesOf } from './field-places.ts';
import { useFieldsForm } from './form-context.ts';
import classes from './item-fields.module.css';

interface LaterFieldsProps {
  nodes: readonly TreeNode[];
  path: string;
  seen: RefCallback<Element>;
  onDraw: () => void;
}

/**
 * Placeholder for fields that are not rendered yet. Find-in-page finds their labels and values, focusing or clicking it
 * moves the focus to the inputs that replace it, and it is marked as invalid if one of them is.
 */
export function DeferredFields({ nodes, path, seen, onDraw }: LaterFieldsProps) {
  const { control, getValues } = useFieldsForm();
  const names = useMemo(() => leavesOf(nodes).map(({ field }) => `${path}.${field.id}`), [nodes, path]);
  const { errors } = useFormState({ control, name: names });
  // Only rendered fields can be typed into; a reset replaces the errors, which re-renders this and reads them again.
  const values: ItemValues = getValues(path) ?? {};
  const ref = useCallback<RefCallback<Element>>(
    (element) => {
      if (element) {
        renders.set(element, onDraw);
        deferredFields.set(element, names);
      }
      return seen(element);
    },
    [seen, onDraw, names],
  );
  const enter = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isBackward =
      relatedTarget !== null && currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_FOLLOWING;
    focusInside(currentTarget, !isBackward);
  };
  const press = (event: MouseEvent<HTMLElement>) => {
    // By default the browser would focus the element that is being replaced.
    if (focusAt(event.currentTarget, event)) event.preventDefault();
  };
  const texts = textsOf(nodes, values);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would suggest a lasting part of the form
    <div
      ref={ref}
      className={`${classes.grid} ${classes.later}`}
      role="group"
      aria-label={`Fields from ${texts[0]?.text} on`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it holds the place of its inputs in the tab order
      tabIndex={0}
      data-wrong={names.some((name) => get(errors, name) !== undefined) || undefined}
      onFocus={enter}
      onMouseDown={press}
    >
      {texts.map(({ id, text, spans }) => (
        <span key={id} data-line={!spans || undefined} style={spans}>
          {text}
        </span>
      ))}
    </div>
  );
}

interface FieldText {
  id: string;
  text: string;
  /** Undefined for a line of its own. */
  spans: CSSProperties | undefined;
}

/** The label of each field, with its value if that is text; for rows only the label of their group. */
const textsOf = (nodes: readonly TreeNode[], values: ItemValues): FieldText[] =>
  nodes.flatMap(({ field: { id, settings }, children }) => {
    const { holds } = fieldTypeOf(settings.type);
    const value = values[id];
    const label = settings.label || settings.name;
    const text = typeof value === 'string' || typeof value === 'number' ? `${label} ${value}` : label;
    const spans = placesOf(nodes).get(id);
    return [{ id, text, spans }, ...(holds === 'group' ? textsOf(children, values) : [])];
  });
