import {
  type ImportedTexts,
  type TranslationFormat,
  type TranslationScope,
  translations,
} from '@quartermaster/contract/endpoints/translations.ts';
import { useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { readAnswer, readFileAnswer } from '../http/read-answer.ts';
import { useFileCall } from '../services/file-call.ts';
import { undoAtOnce, useUndoChangeSet } from './change-sets.ts';
import { keyOfAll } from './items.ts';

/** The texts that are exported. */
export interface WantedTexts {
  language: string;
  state: TranslationScope;
  format: TranslationFormat;
  /** Those of all templates if omitted. */
  template_id?: string;
}

/** A file of texts, and how it is imported. */
export interface TextFile {
  file: File;
  dryRun: boolean;
  overwrite: boolean;
}

/** Downloads the texts of an instance; the dialog shows failures itself. */
export function useExportTexts(instanceId: number) {
  const call = useFileCall();
  return useMutation({
    mutationFn: async (query: WantedTexts): Promise<Blob> => {
      const response = await call(translations.download, { params: { instanceId }, query: { ...query } });
      return readFileAnswer(response);
    },
    meta: { of: 'exportTexts' },
  });
}

const isImport = (answer: unknown): answer is ImportedTexts & { id: number } =>
  (answer as ImportedTexts | undefined)?.id != null;

/** Imports texts, or tries it; the dialog shows failures itself, and the toast has an undo. Texts that are refused are left out. */
export function useImportTexts(instanceId: number, textOf: (answer: ImportedTexts) => string) {
  const call = useFileCall();
  const undo = useUndoChangeSet(instanceId);
  return useMutation({
    mutationFn: async ({ file, dryRun, overwrite }: TextFile): Promise<ImportedTexts> => {
      const query = { dry_run: dryRun, overwrite, leave_out_refused: true };
      const type = /\.(xlf|xliff|xml)$/i.test(file.name) ? 'application/xliff+xml' : 'text/csv';
      const response = await call(translations.upload, { params: { instanceId }, query }, { body: file, type });
      return (await readAnswer(response)) as ImportedTexts;
    },
    meta: {
      of: 'importTexts',
      success: (answer) => (isImport(answer) ? textOf(answer) : undefined),
      offer: (answer) =>
        isImport(answer) ? { label: 'Undo', run: () => undo.mutate(undoAtOnce(answer.id)) } : undefined,
      invalidates: (variables) =>
        (variables as TextFile).dryRun
          ? []
          : [
              queryKeys.instance.items(instanceId),
              queryKeys.instance.changeSets(instanceId),
              queryKeys.instance.history(instanceId, 'list'),
            ].map((queryKey) => ({ queryKey })),
      removes: (answer) => (isImport(answer) ? [keyOfAll('get', instanceId)] : []),
    },
  });
}
