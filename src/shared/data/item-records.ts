import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { queryOptions } from '@tanstack/react-query';
import { noAnswer, readAnswer } from '../http/read-answer.ts';
import type { useFileCall } from '../services/file-call.ts';
import { keyOfAll } from './items.ts';

/** An item with its values by the names of fields. */
export interface ItemRecord {
  id: number;
  label: string;
  values: Record<string, unknown>;
}

/** Which items: those of a list, or some of them. */
type RecordsQuery = Omit<Input<typeof items.export>['body'], 'format'>;

/** The first records of items, as scripts read them. */
export const itemRecordsQuery = (
  call: ReturnType<typeof useFileCall>,
  { instanceId, templateId }: { instanceId: number; templateId: string },
  query: RecordsQuery,
  most: number,
) =>
  queryOptions({
    queryKey: [...keyOfAll('records', instanceId), templateId, query, most],
    queryFn: async ({ signal }): Promise<ItemRecord[]> => {
      const body = new Blob([JSON.stringify({ ...query, format: 'json-lines' })]);
      const response = await call(
        items.export,
        { params: { instanceId, templateId } },
        { body, type: 'application/json', signal },
      );
      if (!response.ok) await readAnswer(response, signal);
      return (await firstLines(response, most, signal)).map(toRecord);
    },
    meta: { title: 'Items', quiet: true, isPart: true },
  });

function toRecord(line: string): ItemRecord {
  const {
    [systemColumns.id]: id,
    [systemColumns.label]: label,
    [systemColumns.version]: _,
    ...values
  } = JSON.parse(line);
  return { id, label, values };
}

/** The first lines of a response, of which no more is read. */
async function firstLines(response: Response, most: number, signal: AbortSignal): Promise<string[]> {
  const reader = response.body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  // A host's fetch may not abort the body.
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  try {
    while (reader && lines.length < most) {
      const part = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : noAnswer();
      });
      signal.throwIfAborted();
      const found = `${rest}${part.done ? '' : decoder.decode(part.value, { stream: true })}`.split('\n');
      rest = part.done ? '' : (found.pop() ?? '');
      lines.push(...found.filter((line) => line !== ''));
      if (part.done) break;
    }
  } finally {
    cancel();
  }
  return lines.slice(0, most);
}
