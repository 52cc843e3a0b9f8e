import { Input, type InputWrapperProps, useComputedColorScheme } from '@mantine/core';
import type { Editor, EditorContext, ExtensionValue } from '@quartermaster/contract/extensions/extension-api.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { useServices } from '../services/services.ts';
import { type Extension, useExtension } from './extension.ts';
import { extensionField } from './extension-field.ts';
import classes from './extensions.module.css';
import { FrameEditor } from './frame-editor.tsx';
import { HostEditor } from './host-editor.tsx';
import { lookOf } from './look-of.ts';

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
  const { settings, value, error, item } = props;
  const { overlay } = useServices();
  const colorScheme = useComputedColorScheme();
  const requests = useRequests(extension, { ...props, onFailed });
  const context = useMemo(
    (): EditorContext => ({
      // The form of the values of the types that an extension can edit.
      value: (value ?? null) as ExtensionValue,
      field: extensionField(settings),
      item,
      error: error ?? null,
      look: lookOf(overlay, colorScheme),
      language: 'en',
    }),
    [value, settings, item, error, overlay, colorScheme],
  );
  const editor = { title: settings.label || settings.name, context, requests, onFailed };
  const { runs } = extension;
  return (
    <Wrapper {...props}>
      {'frame' in runs ? (
        // Another version is told everything again.
        <FrameEditor key={runs.frame} {...editor} address={runs.frame} />
      ) : (
        <HostEditor {...editor} tag={runs.host.element ?? ''} />
      )}
    </Wrapper>
  );
}

/** Milliseconds between two toasts of an extension at least. */
const toastPause = 2000;

function useRequests(
  { title }: Extension,
  { settings, onChange, onFailed }: Pick<RunningInputProps, 'settings' | 'onChange' | 'onFailed'>,
): Editor {
  const { notify, follow } = useServices();
  const instanceId = useInstanceId();
  const toastAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    change: (value) => {
      // A value of another type would be lost in the ordinary input.
      if (value !== null && fieldTypeOf(settings.type).wrongKind(value, settings) !== undefined) return onFailed();
      onChange(value as FieldValue);
    },
    toast: (text) => {
      const now = performance.now();
      if (now - toastAt.current < toastPause) return;
      toastAt.current = now;
      notify.info(`${title}: ${text}`);
    },
    openItem: (templateId, id) => follow(pathTo(paths.item, { instanceId, templateId, id }), true),
  };
}
