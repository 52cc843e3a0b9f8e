import { Button } from '@mantine/core';
import type { Report } from '@quartermaster/contract/endpoints/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { IconFileZip } from '../../../shared/ui/icons/file-zip.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { useReadFile } from './use-read-file.ts';

/** Downloads all files of an export as one archive. They are read one after the other while the archive is written. */
export function DownloadAll({ report }: { report: Pick<Report, 'id' | 'path' | 'steps'> }) {
  const readFile = useReadFile(useInstanceId());
  const context = useInstanceContext();
  const fileNames = report.steps.flatMap(({ file }) => file ?? []);
  const download = useMutation({
    mutationFn: async () => {
      const { downloadZip } = await import('client-zip');
      const lastModified = new Date();
      async function* files() {
        for (const fileName of fileNames)
          yield { name: fileName, input: await readFile({ path: report.path, fileName }), lastModified };
      }
      const of = context ? `${context.project.name} ${context.env}` : '';
      saveFile(`${fileNameOf(`${of} report ${report.id}`)}.zip`, await downloadZip(files()).blob());
    },
    meta: { of: 'downloadFile' },
  });
  if (fileNames.length < 2) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconFileZip size={14} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
      title={`All ${fileNames.length} files in one archive`}
    >
      Download all
    </Button>
  );
}

/** A text as part of a file name on any system. */
const fileNameOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
