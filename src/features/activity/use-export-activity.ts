import { type ActivityFilters, activity } from '@quartermaster/contract/endpoints/activity.ts';
import { useMutation } from '@tanstack/react-query';
import { readFileAnswer } from '../../shared/http/read-answer.ts';
import { useFileCall } from '../../shared/services/file-call.ts';
import { saveFile } from '../../shared/ui/save-file.ts';

/** Downloads all entries that match, as CSV. */
export function useExportActivity(projectId: number) {
  const call = useFileCall();
  return useMutation({
    mutationFn: async (filters: ActivityFilters) => {
      const response = await call(activity.export, { params: { projectId }, query: filters });
      saveFile('activity.csv', await readFileAnswer(response));
    },
    meta: { of: 'downloadFile' },
  });
}
