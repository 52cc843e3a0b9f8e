import { TextInput } from '@mantine/core';
import { checkPatternSyntax, matchesPattern } from '@quartermaster/contract/field-types/patterns.ts';
import { useId, useState } from 'react';
import { usePatterns } from '../../../../shared/field-types/use-patterns.ts';
import classes from '../settings.module.css';
import type { SettingInput } from './setting-input.ts';

/** A regular expression, with a text to try it on. */
export const PatternInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const pattern = String(value);
  usePatterns(true);
  const [example, setExample] = useState('');
  const resultId = useId();
  // The draft may have been checked before the code that knows patterns was there.
  const wrong = error ?? (pattern === '' ? undefined : checkPatternSyntax(pattern));
  const isTried = pattern !== '' && wrong === undefined && example !== '';
  const doesMatch = isTried && matchesPattern(pattern, example);
  return (
    <>
      <TextInput
        label={setting.label}
        description={setting.description}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.key ?? '' }}
        value={pattern}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        error={wrong}
        readOnly={isReadOnly}
      />
      {pattern !== '' && (
        <div>
          <TextInput
            label="Try the pattern"
            placeholder="A value"
            autoComplete="off"
            aria-describedby={resultId}
            value={example}
            onChange={(event) => setExample(event.currentTarget.value)}
          />
          <p id={resultId} className={classes.tried} data-matches={doesMatch} role="status">
            {isTried && (doesMatch ? 'Matches' : 'Does not match')}
          </p>
        </div>
      )}
    </>
  );
};
