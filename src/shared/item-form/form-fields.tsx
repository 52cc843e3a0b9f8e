import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { memo, useMemo } from 'react';
import { FieldIcon } from '../field-types/field-icon.tsx';
import { fieldInputOf } from '../field-types/inputs.ts';
import { fieldTypeViewOf } from '../field-types/registry.ts';
import type { FieldsLevel } from './fields-level.ts';
import classes from './item-fields.module.css';
import { LazyFields, partsOf } from './lazy-fields.tsx';
import { DynamicGroup } from './rows/dynamic-group.tsx';
import { useIsUnsaved } from './saved-values.ts';
import { UnsavedMark } from './unsaved-mark.tsx';
import { useField } from './use-field.ts';

/** The inputs of one level of a template; groups are fieldsets, dynamic groups have rows. Large levels are rendered lazily. */
export const FormFields = memo(function FormFields({ nodes, path, depth }: FieldsLevel) {
  const parts = useMemo(() => partsOf(nodes), [nodes]);
  if (parts.length > 1) return <LazyFields parts={parts} path={path} depth={depth} Fields={FormFields} />;
  return (
    <div className={classes.grid} data-level>
      {nodes.map(({ field, children }) => {
        const { holds } = fieldTypeOf(field.settings.type);
        // Groups do not occur in the values: their fields are at the same level as those around them.
        if (holds === 'group')
          return <Fieldset key={field.id} settings={field.settings} nodes={children} path={path} depth={depth} />;
        const name = `${path}.${field.id}`;
        if (holds === 'rows') {
          return (
            <DynamicGroup
              key={field.id}
              id={field.id}
              settings={field.settings}
              nodes={children}
              name={name}
              depth={depth}
              Fields={FormFields}
            />
          );
        }
        return <LeafField key={field.id} settings={field.settings} name={name} />;
      })}
    </div>
  );
});

function Fieldset({ settings, ...fields }: FieldsLevel & { settings: FieldSettings }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        <FieldIcon type={settings.type} />
        {settings.label || settings.name}
      </legend>
      <FormFields {...fields} />
    </fieldset>
  );
}

const LeafField = memo(function LeafField({ settings, name }: { settings: FieldSettings; name: string }) {
  const { value, error, onChange, onBlur } = useField<FieldValue | undefined>(name);
  const isUnsaved = useIsUnsaved(name, value);
  const Input = fieldInputOf(settings.type);
  if (!Input) return null;
  return (
    <div
      className={classes.leaf}
      data-leaf
      data-wide={fieldTypeViewOf(settings.type).isWide}
      data-wrong={error !== undefined || undefined}
    >
      <Input
        settings={settings}
        label={
          <span className={classes.label} data-field-label title={settings.name}>
            <FieldIcon type={settings.type} /> {settings.label || settings.name}
          </span>
        }
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={error?.message}
      />
      {isUnsaved && <UnsavedMark />}
    </div>
  );
});
