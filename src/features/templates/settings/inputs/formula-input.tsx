import { Textarea } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { type Draft, fieldsOf } from '../../model/draft.ts';
import { useEditor } from '../../model/editor-context.ts';
import classes from '../settings.module.css';
import type { SettingInput } from './setting-input.ts';

/** Typing pauses for so long before a formula is compiled, in milliseconds. */
const pause = 250;

/** A formula over the other fields, compiled while it is typed. */
export const FormulaInput: SettingInput = ({ setting, settings, value, onChange, onBlur, error, isReadOnly }) => {
  const draft = useAtomValue(useEditor().draft);
  const index = fieldsOf(draft).findIndex((field) => field.settings === settings);
  const problem = useFormulaProblem(draft, index);
  return (
    <Textarea
      label={setting.label}
      description={setting.description}
      withAsterisk={!isReadOnly}
      autoComplete="off"
      spellCheck={false}
      rows={2}
      classNames={{ input: `${classes.text} ${classes.formula}` }}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      error={error ?? (String(value).trim() === '' ? undefined : problem)}
      readOnly={isReadOnly}
    />
  );
};

/** The error in the formula of the field at an index of the draft; undefined while it is being typed. */
function useFormulaProblem(draft: Draft, index: number): string | undefined {
  const [found, setFound] = useState<{ draft: Draft; problem: string | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      // Without the compiler, the server still checks the formula.
      const compiler = await import('@quartermaster/contract/conditions/template-formulas.ts').catch(() => undefined);
      const wrong = compiler?.checkFormulas(fieldsOf(draft)) ?? {};
      if (isCurrent) setFound({ draft, problem: wrong[`fields.${index}.settings.formula`] });
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [draft, index]);
  return found?.draft === draft ? found.problem : undefined;
}
