import { type ComponentProps, useId } from 'react';
import classes from './plain-input.module.css';

/** The class of an element around a plain input: it places an icon before the input, and a key in it. */
export const plainField = classes.field;

interface Wrong {
  /** Shown below; a space marks the input only. */
  error?: string | undefined;
}

/** A text input that looks like Mantine's, which has two elements more, for the pages that are opened most. */
export function PlainInput({ error, ...input }: Omit<ComponentProps<'input'>, 'className'> & Wrong) {
  const id = useId();
  return (
    <>
      <input {...input} className={classes.input} {...wrongProps(id, error)} />
      <WrongText id={id} error={error} />
    </>
  );
}

interface PlainSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'size'>, Wrong {
  size?: 'xs';
  options: readonly { value: string; label: string }[];
}

/** A native select that looks like Mantine's; the element around it has the attributes of {@link selectField}. */
export function PlainSelect({ error, size, options, ...select }: PlainSelectProps) {
  const id = useId();
  return (
    <>
      <select {...select} className={classes.input} data-size={size} {...wrongProps(id, error)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <WrongText id={id} error={error} />
    </>
  );
}

/** The attributes of the element around a {@link PlainSelect}, which draws its chevrons. */
export const selectField = (className: string | undefined, size?: 'xs') => ({
  className: `${classes.field} ${className}`,
  'data-select': size ?? '',
});

const wrongProps = (id: string, error: string | undefined) =>
  error ? ({ 'aria-invalid': true, ...(error.trim() && { 'aria-describedby': id }) } as const) : {};

const WrongText = ({ id, error }: { id: string; error: string | undefined }) =>
  error?.trim() ? (
    <p id={id} className={classes.error}>
      {error}
    </p>
  ) : null;
