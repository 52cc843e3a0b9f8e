import { VisuallyHidden } from '@mantine/core';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf, isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import { type CSSProperties, memo, type ReactNode, use, useId, useMemo } from 'react';
import type { ExtensionInputProps } from '../extensions/extension-input.tsx';
import { fieldInputOf } from '../field-types/inputs.ts';
import { fieldTypeViewOf } from '../field-types/registry.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import { noTranslate } from '../ui/no-translate.ts';
import { FieldComment } from './comments/field-comment.tsx';
import { useComputed } from './computed/computed-values.tsx';
import { EditedItemContext } from './edited-item.ts';
import { EditedBy } from './field-editors.tsx';
import { FieldHelp, helpProps } from './field-help.tsx';
import { FieldHistoryLink } from './field-history.tsx';
import { placesOf } from './field-places.ts';
import type { FieldsLevel } from './fields-level.ts';
import { isLine } from './group-line.ts';
import classes from './item-fields.module.css';
import { LazyFields, partsOf } from './lazy-fields.tsx';
import { MayEditReadOnly } from './may-edit-read-only.ts';
import { OthersChangeNote } from './others-change.tsx';
import { ReadOnlyLeaf } from './read-only-leaf.tsx';
import { ReadOnlyMark } from './read-only-mark.tsx';
import { DynamicGroup } from './rows/dynamic-group.tsx';
import { RowShare } from './rows/row-share.tsx';
import { FieldWarning } from './rules/field-warning.tsx';
import { useIsUnsaved, useSavedText } from './saved-values.ts';
import { SavedText, UnsavedMark } from './unsaved-mark.tsx';
import { useField } from './use-field.ts';
import { UsingItem } from './using-item.tsx';
import { ConditionalField } from './visibility/conditional-field.tsx';
import { HiddenNote } from './visibility/hidden-note.tsx';
import { VisibilityContext } from './visibility/visibility-context.ts';

/** The inputs of one level of a template; groups are fieldsets, dynamic groups have rows. Large levels are rendered lazily. */
export const FormFields = memo(function FormFields({ nodes, path, depth }: FieldsLevel) {
  const parts = useMemo(() => partsOf(nodes), [nodes]);
  const places = placesOf(nodes);
  if (parts.length > 1) return <LazyFields parts={parts} path={path} depth={depth} Fields={FormFields} />;
  return (
    <div className={classes.grid} data-level>
      {nodes.map((node) => (
        <FormField key={node.field.id} node={node} path={path} depth={depth} spans={places.get(node.field.id)} />
      ))}
    </div>
  );
});

interface FormFieldProps extends Omit<FieldsLevel, 'nodes'> {
  node: TreeNode;
  /** Undefined for a group, which has a line of its own. */
  spans: CSSProperties | undefined;
}

/** A field of a level, while it is shown. */
function FormField({ node, path, depth, spans }: FormFieldProps) {
  const rules = use(VisibilityContext)?.rules;
  const { id, settings } = node.field;
  const { holds } = fieldTypeOf(settings.type);
  const level = { nodes: node.children, depth };
  const name = `${path}.${id}`;
  const Leaf = isComputedType(settings.type) ? ComputedField : LeafField;
  const field =
    holds === 'group' ? (
      // Groups do not occur in the values: their fields are at the same level as those around them.
      <Fieldset id={id} settings={settings} path={path} {...level} />
    ) : holds === 'rows' ? (
      <DynamicGroup id={id} settings={settings} name={name} Fields={FormFields} {...level} />
    ) : (
      <Leaf id={id} settings={settings} name={name} spans={spans} />
    );
  if (!rules?.parts.has(id)) return field;
  return (
    <ConditionalField rules={rules} id={id} path={path}>
      {field}
    </ConditionalField>
  );
}

function Fieldset({ id, settings, ...fields }: FieldsLevel & { id: string; settings: FieldSettings }) {
  const helpId = useId();
  return (
    <fieldset
      className={isLine(fields.nodes) ? classes.line : classes.group}
      data-group={id}
      aria-describedby={settings.help && helpId}
    >
      <legend className={classes.legend}>{settings.label || settings.name}</legend>
      <FieldHelp id={helpId} settings={settings} />
      <FormFields {...fields} />
    </fieldset>
  );
}

const ExtensionInput = lazyPart<ExtensionInputProps>(
  () => import('../extensions/extension-input.tsx').then((m) => m.ExtensionInput),
  { isOnUse: true },
);

interface LeafProps {
  id: string;
  settings: FieldSettings;
  name: string;
  spans: CSSProperties | undefined;
}

/** A field with a value: its input, or only the value if the user cannot change it. */
const LeafField = (props: LeafProps) => {
  const mayEditReadOnly = use(MayEditReadOnly);
  return props.settings.readOnly && !mayEditReadOnly ? <ReadOnlyLeaf {...props} /> : <EditableLeaf {...props} />;
};

const EditableLeaf = memo(function EditableLeaf({ id, settings, name, spans }: LeafProps) {
  const field = useField<FieldValue | undefined>(name);
  const isUnsaved = useIsUnsaved(name, field.value);
  const saved = useSavedText(name, settings);
  // The lines of a group have no room for it.
  const was = isUnsaved && name === `values.${id}` ? saved : undefined;
  return (
    <LeafInput
      id={id}
      settings={settings}
      name={name}
      spans={was === undefined ? spans : withRoom(spans, was)}
      {...field}
    >
      {settings.rules && <FieldWarning name={name} />}
      {fieldTypeOf(settings.type).rows?.is === 'weight' && <RowShare name={name} unit={settings.unit} />}
      <UsingItem error={field.error?.message} />
      <HiddenNote name={name} />
      <OthersChangeNote name={name} settings={settings} />
      <EditedBy name={name} />
      {isUnsaved && <UnsavedMark />}
      {was !== undefined && <SavedText text={was} />}
    </LeafInput>
  );
});

/** The styles of a field whose saved value stands next to its label. */
const withRoom = (spans: CSSProperties | undefined, was: string) =>
  ({ ...spans, '--was': `calc(${was.length}ch + 30px)` }) as CSSProperties;

type BoundField = ReturnType<typeof useField<FieldValue | undefined>>;

interface LeafInputProps extends LeafProps, Pick<BoundField, 'value' | 'error' | 'onChange' | 'onBlur'> {
  /** What is said below the input. */
  children: ReactNode;
}

function LeafInput({ id, settings, name, spans, value, error, onChange, onBlur, children }: LeafInputProps) {
  const help = useMemo(() => helpProps(settings), [settings]);
  const item = use(EditedItemContext);
  const Input = fieldInputOf(settings.type);
  if (!Input) return null;
  const ordinary = (
    <Input
      settings={settings}
      label={<FieldLabel settings={settings} />}
      help={help}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error?.message}
    />
  );
  return (
    <div
      className={classes.leaf}
      data-leaf
      data-field={name}
      data-wide={fieldTypeViewOf(settings.type).isWide && true}
      style={spans}
      data-wrong={error !== undefined || undefined}
    >
      {settings.editor === undefined ? (
        ordinary
      ) : (
        <ExtensionInput
          editor={settings.editor}
          settings={settings}
          label={<FieldLabel settings={settings} />}
          help={help}
          value={value}
          onChange={onChange}
          error={error?.message}
          item={item}
          ordinary={ordinary}
        />
      )}
      {children}
      <FieldComment name={name} label={settings.label || settings.name} />
      <FieldHistoryLink fieldId={id} name={name} label={settings.label || settings.name} />
    </div>
  );
}

const FieldLabel = ({ settings }: { settings: FieldSettings }) => (
  <span {...noTranslate(classes.label)} data-field-label title={settings.name}>
    {settings.label || settings.name}
    {settings.readOnly && <ReadOnlyMark />}
    {settings.unit !== undefined && (
      <>
        {' '}
        <VisuallyHidden component="span">in {settings.unit}</VisuallyHidden>
      </>
    )}
  </span>
);

const ignore = () => {};

const ComputedField = memo(function ComputedField({ id, settings, name, spans }: LeafProps) {
  const { value, reason } = useComputed(name);
  const { error } = useField<FieldValue | undefined>(name);
  return (
    <LeafInput
      id={id}
      settings={settings}
      name={name}
      spans={spans}
      value={value}
      error={error}
      onChange={ignore}
      onBlur={ignore}
    >
      <div role="status" className={classes.warning}>
        {reason !== undefined && `Cannot be computed: ${reason}`}
      </div>
      {settings.rules && <FieldWarning name={name} />}
    </LeafInput>
  );
});
