import { Badge, Button, Group, Input, Text, Textarea } from '@mantine/core';
import {
  isLocalised,
  type LocalisedText,
  markOf,
  translationState,
  withText,
} from '@quartermaster/contract/field-types/localised.ts';
import { useId, useState } from 'react';
import { useProjectLanguages } from '../../access/project-languages.ts';
import { count } from '../../ui/count.ts';
import { IconChevronDown } from '../../ui/icons/chevron-down.ts';
import { IconChevronRight } from '../../ui/icons/chevron-right.ts';
import { languageName } from '../../ui/language-name.ts';
import type { FieldInput } from '../field-type-view.ts';
import classes from '../text/text.module.css';
import languageClasses from './localised-texts.module.css';

/** Up to this many translations are shown at first. */
const shownAtFirst = 2;

/** The source, and next to it the other languages with what is missing and outdated. */
export const LocalisedInput: FieldInput<'localised-text'> = ({
  settings,
  label,
  help,
  value,
  onChange,
  onBlur,
  error,
}) => {
  const { source } = settings;
  const texts = isLocalised(value) ? value : null;
  const languages = useProjectLanguages();
  // Texts in a language that the project no longer has are kept, and not shown.
  const others = languages.filter((language) => language !== source);
  const [isOpen, setOpen] = useState(others.length <= shownAtFirst);
  const id = useId();
  const write = (language: string, text: string) => onChange(withText(texts, { source, language, text }));
  const markCurrent = (language: string, text: string) =>
    onChange({ ...texts, [language]: { text, from: markOf(texts?.[source]?.text ?? '') } });
  return (
    <Input.Wrapper component="div">
      <div id={id} className={languageClasses.languages} data-languages={(isOpen && others.length > 0) || undefined}>
        <Textarea
          label={label}
          {...help}
          withAsterisk={settings.required}
          placeholder={settings.placeholder}
          rows={1}
          classNames={{ input: classes.text ?? '' }}
          lang={source}
          dir="auto"
          value={texts?.[source]?.text ?? ''}
          onChange={(event) => write(source, event.currentTarget.value)}
          onBlur={onBlur}
          error={error}
        />
        {isOpen &&
          others.map((language) => (
            <TranslationInput
              key={language}
              language={language}
              source={source}
              texts={texts}
              onChange={(text) => write(language, text)}
              onMarkCurrent={(text) => markCurrent(language, text)}
              onBlur={onBlur}
            />
          ))}
      </div>
      {others.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          mt={4}
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {summary(texts, source, others)}
        </Button>
      )}
    </Input.Wrapper>
  );
};

/** `3 translations: 1 missing, 1 outdated`. */
function summary(texts: LocalisedText | null, source: string, languages: readonly string[]): string {
  const states = languages.map((language) => translationState(texts ?? {}, source, language));
  const parts = (['missing', 'outdated'] as const).flatMap((state) => {
    const found = states.filter((one) => one === state).length;
    return found === 0 ? [] : [`${found} ${state}`];
  });
  return [count(languages.length, 'translation'), parts.join(', ')].filter((part) => part !== '').join(': ');
}

interface TranslationInputProps {
  language: string;
  source: string;
  texts: LocalisedText | null;
  onChange: (text: string) => void;
  onMarkCurrent: (text: string) => void;
  onBlur: () => void;
}

function TranslationInput({ language, source, texts, onChange, onMarkCurrent, onBlur }: TranslationInputProps) {
  const state = translationState(texts ?? {}, source, language);
  const text = texts?.[language]?.text ?? '';
  return (
    <Textarea
      label={
        <Group component="span" gap="xs" display="inline-flex" c="dimmed">
          {languageName(language)}
          {state !== 'current' && (
            <Badge component="span" size="sm" variant="default" tt="none">
              {state}
            </Badge>
          )}
        </Group>
      }
      description={
        state === 'outdated' ? (
          <Group component="span" gap={4} display="inline-flex">
            <Text span inherit>
              The source has changed since.
            </Text>
            <Button
              component="button"
              type="button"
              size="compact-xs"
              variant="default"
              onClick={() => onMarkCurrent(text)}
            >
              Mark as current
            </Button>
          </Group>
        ) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rows={1}
      classNames={{ input: classes.text ?? '' }}
      lang={language}
      dir="auto"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
