import { Checkbox, Stack, Text } from '@mantine/core';
import type { ImportedTexts } from '@quartermaster/contract/endpoints/translations.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useImportTexts } from '../../../../shared/data/translations.ts';
import type { OpenSheet } from '../../../../shared/sheets/open-sheet.ts';
import { SheetReading } from '../../../../shared/sheets/source-step.tsx';
import { type SheetSource, useSheetSource } from '../../../../shared/sheets/use-sheet-source.ts';
import { count } from '../../../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import classes from './import-dialog.module.css';

interface ImportFormProps {
  instanceId: number;
  onClose: () => void;
}

/** Tries a file of translations, shows what would change, and applies it. */
export function ImportDialog({ opened, ...form }: ImportFormProps & { opened: boolean }) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Import translations" size="lg" isSticky isTall>
      <ImportForm {...form} />
    </FormDialog>
  );
}

const isXliff = ({ name }: File): boolean => /\.(xlf|xliff|xml)$/i.test(name);

const importedText = ({ changed }: ImportedTexts) => `${count(changed, 'translation')} imported`;

function ImportForm({ instanceId, onClose }: ImportFormProps) {
  const { mutateAsync, error, isPending } = useImportTexts(instanceId, importedText);
  const source = useSheetSource();
  const [file, setFile] = useState<File | null>(null);
  const [overwrite, setOverwrite] = useState(false);
  const [tried, setTried] = useState<ImportedTexts | null>(null);
  const [isSheet, setIsSheet] = useState(false);
  const [unread, setUnread] = useState<unknown>(null);
  const inputId = useId();
  // The number of the latest dry run or choice: answers for earlier ones are dropped.
  const turn = useRef(0);
  const attempt = async (chosen: File, replaces: boolean) => {
    turn.current += 1;
    const started = turn.current;
    setFile(chosen);
    setTried(null);
    const answer = await mutateAsync({ file: chosen, dryRun: true, overwrite: replaces }).catch(() => null);
    if (started === turn.current) setTried(answer?.imported ?? null);
  };
  const attemptSheet = async (sheet: OpenSheet | undefined) => {
    if (!sheet) return;
    const started = turn.current;
    const text = await source.writeCsv().catch((problem: unknown) => setUnread(problem));
    if (text && started === turn.current) await attempt(new File([text], 'texts.csv'), overwrite);
  };
  const forget = () => {
    turn.current += 1;
    setUnread(null);
    setFile(null);
    setTried(null);
  };
  const take = async (chosen: File | undefined) => {
    forget();
    setIsSheet(chosen !== undefined && !isXliff(chosen));
    if (chosen && !isXliff(chosen)) await attemptSheet(await source.take(chosen));
    else if (chosen) await attempt(chosen, overwrite);
  };
  const choose: SheetSource['choose'] = async (choice) => {
    forget();
    const sheet = await source.choose(choice);
    await attemptSheet(sheet);
    return sheet;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || !tried || tried.changed === 0) return;
    const applied = await mutateAsync({ file, dryRun: false, overwrite }).catch(() => null);
    if (applied) onClose();
  };
  const hasConflicts = overwrite || (tried?.conflicts ?? 0) > 0;
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      onCancel={onClose}
      submitLabel="Import"
      isSubmitting={isPending}
      isReady={(tried?.changed ?? 0) > 0}
    >
      <ErrorCallout error={error} />
      <ErrorCallout error={unread} />
      <Stack gap={4}>
        <label htmlFor={inputId}>
          <Text component="span" size="sm" fw={500}>
            File (CSV, XLSX or XLIFF)
          </Text>
        </label>
        <input
          id={inputId}
          className={classes.file}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlf,.xliff,.xml"
          disabled={isPending || source.file?.isReading === true}
          onChange={({ currentTarget: { files } }) => void take(files?.[0])}
        />
      </Stack>
      {isSheet && source.file && <SheetReading source={{ choose }} file={source.file} isLocked={isPending} />}
      {hasConflicts && (
        <Checkbox
          label="Also replace translations that were changed after the file was made"
          checked={overwrite}
          disabled={isPending}
          onChange={({ currentTarget: { checked } }) => {
            setOverwrite(checked);
            if (file) void attempt(file, checked);
          }}
        />
      )}
      <div aria-live="polite">{tried && <Tried check={tried} />}</div>
    </DialogForm>
  );
}

function Tried({ check }: { check: ImportedTexts }) {
  const { changed, unchanged, refused, outdated, rows } = check;
  const hidden = changed + refused - rows.length;
  const numbers = [`${count(changed, 'translation')} will change`, `${unchanged} unchanged`, `${refused} refused`];
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {numbers.join(', ')}
      </Text>
      {outdated > 0 && (
        <Text size="sm">
          {count(outdated, 'source text')} changed after the file was made: {outdated === 1 ? 'its' : 'their'}{' '}
          {outdated === 1 ? 'translation' : 'translations'} will be outdated.
        </Text>
      )}
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label="Texts">
          {rows.map((row) => (
            <li key={`${row.line}.${row.item_id}.${row.field}`}>
              <ImportedText row={row} />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {count(hidden, 'more text')} not listed
        </Text>
      )}
    </Stack>
  );
}

function ImportedText({ row }: { row: ImportedTexts['rows'][number] }) {
  const {
    line,
    template_id: template,
    label,
    item_id: id,
    field_name: field,
    before,
    after,
    refusal,
    is_outdated: isOutdated,
  } = row;
  return (
    <>
      <Text size="sm" c="dimmed">
        Line {line}: {label || `${template} ${id ?? ''}`.trim()}, {field}
        {isOutdated && ' (outdated)'}
      </Text>
      {refusal === null ? (
        <Text size="sm" className={classes.text}>
          {before !== '' && (
            <>
              <del>{before}</del>{' '}
            </>
          )}
          <ins>{after}</ins>
        </Text>
      ) : (
        <Text size="sm" c="red">
          Refused: {refusal}
        </Text>
      )}
    </>
  );
}
