import { NativeSelect, Select } from '@mantine/core';
import type { TranslationFormat, TranslationScope } from '@quartermaster/contract/endpoints/translations.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { templateQueries } from '../../../../shared/data/templates.ts';
import { useExportTexts } from '../../../../shared/data/translations.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { languageName } from '../../../../shared/ui/language-name.ts';
import { saveFile } from '../../../../shared/ui/save-file.ts';

interface ExportFormProps {
  instanceId: number;
  /** The source first. */
  languages: readonly string[];
  onClose: () => void;
}

/** Downloads the texts of a language in a state as a file. */
export function ExportDialog({ opened, ...form }: ExportFormProps & { opened: boolean }) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Export for translation">
      <ExportForm {...form} />
    </FormDialog>
  );
}

const states: { value: TranslationScope; label: string }[] = [
  { value: 'missing-or-outdated', label: 'Missing or outdated' },
  { value: 'missing', label: 'Missing' },
  { value: 'outdated', label: 'Outdated' },
  { value: 'all', label: 'All' },
];

const formats: { value: TranslationFormat; label: string }[] = [
  { value: 'csv', label: 'CSV, for sheets' },
  { value: 'xliff', label: 'XLIFF 2.1, for translation tools' },
];

const extensions: Record<TranslationFormat, string> = { csv: 'csv', xliff: 'xlf' };

function ExportForm({ instanceId, languages: [source = '', ...targets], onClose }: ExportFormProps) {
  const { mutateAsync, error, isPending } = useExportTexts(instanceId);
  const [language, setLanguage] = useState(targets[0] ?? '');
  const [templateId, setTemplateId] = useState<string | null>(null);
  const { data: known, error: listError } = useQuery(templateQueries.list(useRequest(), instanceId));
  const [state, setState] = useState<TranslationScope>('missing-or-outdated');
  const [format, setFormat] = useState<TranslationFormat>('csv');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const options = { language, state, format, ...(templateId !== null && { template_id: templateId }) };
      saveFile(`${templateId ?? 'texts'}-${language}.${extensions[format]}`, await mutateAsync(options));
      onClose();
    } catch {
      // Shown in the callout.
    }
  };
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      onCancel={onClose}
      submitLabel="Download"
      isSubmitting={isPending}
    >
      <ErrorCallout error={error ?? listError} />
      <NativeSelect
        label="Language"
        description={`Translated from ${languageName(source)}`}
        data={targets.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={({ currentTarget: { value } }) => setLanguage(value)}
      />
      <Select
        label="Template"
        placeholder="All templates"
        data={known?.templates.map(({ id, header }) => ({ value: id, label: header.label })) ?? []}
        value={templateId}
        onChange={setTemplateId}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Export all templates' }}
        nothingFoundMessage="No template with that name"
        limit={200}
      />
      <NativeSelect
        label="Texts"
        data={states}
        value={state}
        onChange={({ currentTarget: { value } }) => setState(value as TranslationScope)}
      />
      <NativeSelect
        label="Format"
        data={formats}
        value={format}
        onChange={({ currentTarget: { value } }) => setFormat(value as TranslationFormat)}
      />
    </DialogForm>
  );
}
