import { byId, connectPanel, make } from '../page-parts.ts';
import { type RecordEntry, readRecord } from './read-record.ts';
import { createReplay, parametersOf, type ReplayHost } from './replay.ts';

/** The panel in which a copied record is pasted and replayed; returns a function to call with each event of the console. */
export function createReplayPanel(host: ReplayHost): { note: (type: string) => void } {
  const replay = createReplay(host);
  const form = byId('replay-form', HTMLFormElement);
  const record = byId('replay-record', HTMLTextAreaElement);
  const fields = byId('replay-parameters', HTMLElement);
  const status = byId('replay-status', HTMLElement);
  const steps = byId('replay-steps', HTMLOListElement);

  const read = (): RecordEntry[] => {
    try {
      return readRecord(record.value);
    } catch {
      return [];
    }
  };

  connectPanel('replay');

  record.addEventListener('input', () => {
    const names = parametersOf(read());
    fields.replaceChildren(...names.map((name) => make('label', {}, name, make('input', { name, required: '' }))));
    status.textContent = '';
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const entries = read();
    if (entries.length === 0) {
      status.textContent = 'This is no record: paste what “Copy details” of the console’s error panel has copied.';
      return;
    }
    const parameters = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    steps.replaceChildren();
    status.textContent = 'Replaying …';
    let missed = 0;
    await replay.run(entries, parameters, (entry, repeated) => {
      if (!repeated) missed += 1;
      steps.append(make('li', {}, `${repeated ? '✓' : '–'} ${titleOf(entry)}`));
    });
    status.textContent = `Replayed ${entries.length - missed} of ${entries.length} entries.`;
  });

  return { note: replay.note };
}

function titleOf(entry: RecordEntry): string {
  if (entry.kind === 'route') return `route ${entry.to}`;
  return entry.kind === 'event' ? `event ${entry.type}` : entry.kind;
}
