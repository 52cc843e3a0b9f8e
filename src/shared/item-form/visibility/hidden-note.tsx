import { use, useCallback, useSyncExternalStore } from 'react';
import { useFieldsForm } from '../form-context.ts';
import classes from '../item-fields.module.css';
import { hiddenValues } from './hidden-values.ts';
import { rowsAround } from './rows-around.ts';
import { VisibilityContext } from './visibility-context.ts';

/** How many hidden fields are named. */
const named = 5;

/** Tells below a field which values it hides, as they are kept; nothing if there are none. */
export function HiddenNote({ name }: { name: string }) {
  const form = use(VisibilityContext);
  const [, path = '', id = ''] = /^(.*)\.([^.]*)$/.exec(name) ?? [];
  return form?.rules.deciding.has(id) ? <Note form={form} name={name} path={path} id={id} /> : null;
}

interface NoteProps extends Record<'name' | 'path' | 'id', string> {
  form: Parameters<typeof hiddenValues>[0];
}

function Note({ form, name, path, id }: NoteProps) {
  const { getValues, getFieldState, events } = useFieldsForm();
  const listen = useCallback(
    (onChange: () => void) => {
      const stops = [events.listen(name, onChange), events.onEdit((edited) => edited === null && onChange())];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [events, name],
  );
  // Text, so that it is equal as long as nothing changes.
  const text = useSyncExternalStore(listen, () => {
    const hidden = hiddenValues(form, id, path, rowsAround(path, getValues));
    if (hidden.length === 0) return '';
    const labels = hidden.slice(0, named).map(({ label }) => label);
    const rest = hidden.length - labels.length;
    return `${hidden.length === 1 ? '1 hidden value' : `${hidden.length} hidden values`}: ${labels.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  });
  const wrong = useSyncExternalStore(listen, () =>
    hiddenValues(form, id, path, rowsAround(path, getValues))
      .flatMap((hidden) => {
        const message = getFieldState(hidden.name).error?.message;
        return message === undefined ? [] : `${hidden.label}: ${message}`;
      })
      .join('; '),
  );
  return (
    <p className={classes.hidden} role="status" data-wrong={wrong !== '' || undefined}>
      {text}
      {wrong !== '' && <span className={classes.wrong}> {wrong}</span>}
    </p>
  );
}
