import { ActionIcon, Badge, Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { refusalErrors } from '@quartermaster/contract/access.ts';
import { errors as serverErrors } from '@quartermaster/contract/errors.ts';
import { useRef, useState } from 'react';
import type { AccessResult } from '../../../shared/access/use-refusal.ts';
import { type ProjectLanguages, useRemoveLanguage, useSetLanguages } from '../../../shared/data/projects.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { IconArrowDown } from '../../../shared/ui/icons/arrow-down.ts';
import { IconArrowUp } from '../../../shared/ui/icons/arrow-up.ts';
import { IconX } from '../../../shared/ui/icons/x.ts';
import { languageName } from '../../../shared/ui/language-name.ts';
import classes from '../settings.module.css';
import { AddLanguage } from './add-language.tsx';

interface LanguagesProps {
  projectId: number;
  /** The source first. */
  languages: readonly string[];
  hasFilePerLanguage: boolean;
  /** Why they cannot be changed. */
  refusal: AccessResult;
}

/** The languages of a project's localised texts: each change is stored at once. */
export function Languages({ projectId, languages, hasFilePerLanguage, refusal }: LanguagesProps) {
  const { mutateAsync, isPending } = useSetLanguages(projectId);
  const removal = useRemoveLanguage(projectId);
  const [leaving, setLeaving] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isReadOnly = refusal !== null;
  // A failure is shown as a toast.
  const store = (next: ProjectLanguages) => void mutateAsync(next).catch(() => undefined);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Fields of the type localised text have a text in each language. New fields are translated from the first one,
        the source; existing fields keep theirs.
      </Text>
      {languages.length > 0 && (
        <ol className={classes.list} aria-label="Languages">
          {languages.map((code, index) => (
            <li key={code} className={classes.row}>
              <LanguageRow
                code={code}
                index={index}
                count={languages.length}
                isDisabled={isReadOnly || isPending}
                onMove={(to) => store({ languages: languages.toSpliced(index, 1).toSpliced(to, 0, code) })}
                onRemove={() => setLeaving(code)}
              />
            </li>
          ))}
        </ol>
      )}
      {refusal === null && (
        <AddLanguage
          input={input}
          languages={languages}
          isPending={isPending}
          onAdd={(next) => mutateAsync({ languages: next })}
        />
      )}
      {languages.length > 0 && (
        <Checkbox
          label="One file per language in exports"
          description={`Templates with localised texts are also exported in each language, such as hero.${languages.at(-1)}.json. A missing translation is the text of the source there.`}
          checked={hasFilePerLanguage}
          disabled={isReadOnly || isPending}
          onChange={({ currentTarget: { checked } }) => store({ file_per_language: checked })}
        />
      )}
      {(refusal === 'canceled' || refusal === 'seats' || refusal === 'plan') && (
        <Text size="sm" c="dimmed">
          {serverErrors[refusalErrors[refusal]].message}
        </Text>
      )}
      <ConfirmDialog
        opened={leaving !== null}
        danger
        title="Remove language"
        message={`${languageName(leaving ?? '')} is no longer shown in forms, lists, counts and new exports. Its texts are kept, and are there again if you add it again.`}
        confirmLabel="Remove language"
        cancelLabel="Cancel"
        onCancel={() => setLeaving(null)}
        onConfirm={async () => {
          await removal.mutateAsync({ languages: languages.filter((code) => code !== leaving) });
          setLeaving(null);
        }}
        onClosed={() => input.current?.focus()}
      />
    </Stack>
  );
}

interface LanguageRowProps {
  code: string;
  index: number;
  count: number;
  isDisabled: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function LanguageRow({ code, index, count, isDisabled, onMove, onRemove }: LanguageRowProps) {
  const name = languageName(code);
  const button = { variant: 'subtle', color: 'gray' } as const;
  return (
    <>
      <Text>{name}</Text>
      <Text size="sm" c="dimmed">
        <code>{code}</code>
      </Text>
      {index === 0 && (
        <Badge variant="default" tt="none">
          Source
        </Badge>
      )}
      <Group gap={4} ml="auto" wrap="nowrap">
        {index > 0 && (
          <Button size="compact-sm" variant="subtle" disabled={isDisabled} onClick={() => onMove(0)}>
            Make source
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        )}
        <ActionIcon
          {...button}
          disabled={isDisabled || index === 0}
          onClick={() => onMove(index - 1)}
          aria-label={`Move ${name} up`}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={isDisabled || index === count - 1}
          onClick={() => onMove(index + 1)}
          aria-label={`Move ${name} down`}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon {...button} disabled={isDisabled} onClick={onRemove} aria-label={`Remove ${name}`}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </>
  );
}
