import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { type Client, comes } from './client.ts';

/** Exports an instance, waits for the end and expects a complete export; returns the problem as a sentence. */
export async function exportEnds(client: Client, instanceId: number, limit: number): Promise<string[]> {
  const started = await client.ask(reports.start, { params: { instanceId }, body: {} });
  if (started.status !== 200) return [`The export was not started: ${started.status} ${started.text.slice(0, 200)}`];
  const { id: reportId } = JSON.parse(started.text) as { id: number };
  let state = '';
  let failure: string | null = null;
  const hasEnded = await comes(async () => {
    const { status, text } = await client.ask(reports.list, { params: { instanceId } } as never, 10_000);
    if (status !== 200) return false;
    state = text;
    const list = (
      JSON.parse(text) as {
        reports: { id: number; error: string | null; state: string }[];
      }
    ).reports;
    const own = list.find(({ id }) => id === reportId);
    failure = own?.error ?? null;
    return own !== undefined && own.state !== 'running';
  }, limit);
  if (failure !== null) return [`The export failed: ${failure}`];
  return hasEnded ? [] : [`The export did not end within ${limit / 1000} s: ${state.slice(0, 200)}`];
}
