import { Input, type InputWrapperProps } from '@mantine/core';
import type { EditorContext, ExtensionValue } from '@quartermaster/contract/extensions/extension-api.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { type Extension, useExtension } from './extension.ts';
import { extensionField } from './extension-field.ts';
import classes from './extensions.module.css';
import { RunningPart } from './running-part.tsx';
import { useRequests, useSurroundings } from './use-surroundings.ts';

/** What the form passes to the input of a field that names an extension. */
export interface ExtensionInputProps {
  /** The name of the extension. */
  editor: string;
  settings: FieldSettings;
  label: ReactNode;
  /** Its description, and where that is. */
  help: Pick<InputWrapperProps, 'description' | 'inputWrapperOrder'>;
  value: FieldValue | undefined;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
  /** The item that is edited. */
  item: EditorContext['item'];
  /** The input that the type has, in place of an extension that is not there or has failed. */
  ordinary: ReactNode;
}

/** The input of a field by an extension, or the ordinary one, with a line that says why. */
export function ExtensionInput(props: ExtensionInputProps) {
  const { editor, settings, ordinary } = props;
  const extension = useExtension(editor);
  const [hasFailed, setFailed] = useState(false);
  if (extension === undefined) return <Waiting {...props} />;
  const problem = hasFailed ? 'has stopped working' : problemOf(extension, settings);
  if (extension === null || problem !== undefined)
    return (
      <>
        {ordinary}
        <p className={classes.note} role="status">
          The extension “{extension?.title ?? editor}” {problem}. This is the ordinary input.
        </p>
      </>
    );
  return <RunningInput {...props} extension={extension} onFailed={() => setFailed(true)} />;
}

function problemOf(extension: Extension | null, settings: FieldSettings): string | undefined {
  if (extension === null) return 'is not available here';
  return extension.editorTypes.includes(settings.type) ? undefined : 'does not edit fields of this type';
}

type WrapperProps = Pick<ExtensionInputProps, 'settings' | 'label' | 'help' | 'error'>;

const Wrapper = ({ settings, label, help, error, children }: WrapperProps & { children: ReactNode }) => (
  <Input.Wrapper
    label={label}
    labelElement="div"
    {...help}
    error={error}
    withAsterisk={'required' in settings && settings.required}
  >
    {children}
  </Input.Wrapper>
);

const Waiting = (props: ExtensionInputProps) => (
  <Wrapper {...props}>
    <div className={classes.frame} aria-busy />
  </Wrapper>
);

interface RunningInputProps extends ExtensionInputProps {
  extension: Extension;
  onFailed: () => void;
}

function RunningInput({ extension, onFailed, ...props }: RunningInputProps) {
  const { settings, value, error, item, onChange } = props;
  const surroundings = useSurroundings();
  const context = useMemo(
    (): EditorContext => ({
      // The form of the values of the types that an extension can edit.
      value: (value ?? null) as ExtensionValue,
      field: extensionField(settings),
      item,
      error: error ?? null,
      ...surroundings,
    }),
    [value, settings, item, error, surroundings],
  );
  const asked = useRequests(extension.title);
  const change = useStableCallback((changed: ExtensionValue) => {
    // A value of another type would be lost in the ordinary input.
    if (changed !== null && fieldTypeOf(settings.type).wrongKind(changed, settings) !== undefined) return onFailed();
    onChange(changed as FieldValue);
  });
  const requests = useMemo(() => ({ ...asked, change }), [asked, change]);
  const part = { title: settings.label || settings.name, context, requests, onFailed };
  return (
    <Wrapper {...props}>
      <RunningPart kind="editor" extension={extension} {...part} />
    </Wrapper>
  );
}
