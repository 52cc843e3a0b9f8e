import { Autocomplete, Button, Group } from '@mantine/core';
import { checkLanguages, notLanguage } from '@quartermaster/contract/languages.ts';
import { type FormEvent, type RefObject, useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { findLanguage, isKnownLanguage, offeredLanguages } from './known-languages.ts';

interface AddLanguageProps {
  input: RefObject<HTMLInputElement | null>;
  languages: readonly string[];
  isPending: boolean;
  onAdd: (languages: string[]) => Promise<unknown>;
}

/** Adds a language by its name or code; asks about a code of which no language is known. */
export function AddLanguage({ input, languages, isPending, onAdd }: AddLanguageProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [asked, setAsked] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const add = async (code: string) => {
    try {
      await onAdd([...languages, code]);
      setTyped('');
    } catch {
      // Shown as a toast; the text stays.
    }
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = findLanguage(typed);
    const reason = code === undefined ? `The language ${notLanguage}` : checkLanguages([...languages, code]);
    setWrong(reason);
    if (code === undefined || reason !== undefined) return;
    if (isKnownLanguage(code)) return void add(code);
    setAsked(code);
    setIsAsking(true);
  };
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <Autocomplete
            ref={input}
            aria-label="New language"
            placeholder="A name or a code, such as German or pt-BR"
            data={offeredLanguages(languages)}
            value={typed}
            onChange={(next) => {
              setTyped(next);
              setWrong(undefined);
            }}
            error={wrong}
            style={{ flex: 1, maxWidth: 400 }}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={typed.trim() === ''}>
            Add language
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        opened={isAsking}
        title="Add unknown language"
        message={`No known language has the name or code ${asked}. Add it only if your game uses this code.`}
        confirmLabel="Add language"
        cancelLabel="Cancel"
        startsOn="cancel"
        onCancel={() => setIsAsking(false)}
        onConfirm={async () => {
          await add(asked);
          setIsAsking(false);
        }}
        onClosed={() => input.current?.focus()}
      />
    </>
  );
}
