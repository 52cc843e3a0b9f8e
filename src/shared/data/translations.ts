import {
  type ImportedTexts,
  type TranslationFormat,
  type TranslationScope,
  translations,
} from '@quartermaster/contract/endpoints/translations.ts';
import { useMutation } from '@tanstack/react-query';
import { readAnswer, readFileAnswer } from '../http/read-answer.ts';
import { useFileCall } from '../services/file-call.ts';
import { type Applied, useUndoableChange } from './apply-changes.ts';

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

/** Imports texts, or tries it; the dialog shows failures itself. Texts that are refused are left out. */
export function useImportTexts(instanceId: number, textOf: (answer: ImportedTexts) => string) {
  const call = useFileCall();
  return useUndoableChange(instanceId, {
    of: 'importTexts',
    apply: async ({ file, dryRun, overwrite }: TextFile): Promise<Applied & { imported: ImportedTexts }> => {
      const query = { dry_run: dryRun, overwrite, leave_out_refused: true };
      const type = /\.(xlf|xliff|xml)$/i.test(file.name) ? 'application/xliff+xml' : 'text/csv';
      const response = await call(translations.upload, { params: { instanceId }, query }, { body: file, type });
      const imported = (await readAnswer(response)) as ImportedTexts;
      const { id = null } = imported;
      return { id, text: id === null ? undefined : textOf(imported), imported };
    },
  });
}
