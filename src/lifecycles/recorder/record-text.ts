import type { RecentEntry } from '../../app/context/host-api.ts';

/** A record as lines that people read and the dev host can replay (dev-host/replay/read-record.ts). */
export function asText(recorded: string, entries: readonly RecentEntry[], errorId?: string): string {
  const head = errorId === undefined ? recorded : `${recorded}, error ${errorId}`;
  return [head, ...entries.map(lineOf)].join('\n');
}

function lineOf(entry: RecentEntry): string {
  return [`+${entry.at} ms`, entry.kind, ...wordsOf(entry)].join(' ');
}

function wordsOf(entry: RecentEntry): string[] {
  if (entry.kind === 'retry') return [];
  if (entry.kind === 'route') return [entry.to];
  if (entry.kind === 'event') return [entry.type, ...pairs(entry.details)];
  return pairs(entry.props);
}

const pairs = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name}=${value}`);
