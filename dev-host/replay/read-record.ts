/** An entry of a record, as in the `recent` property of the console's `error` events. */
export type RecordEntry = { at: number } & (
  | { kind: 'mount' | 'update'; props: Record<string, string> }
  | { kind: 'retry' }
  | { kind: 'route'; to: string }
  | { kind: 'event'; type: string; details: Record<string, string> }
);

/** Reads a record: the text of "Copy details", or `recent` of an `error` event as JSON. Other lines are ignored. */
export function readRecord(text: string): RecordEntry[] {
  if (text.trimStart().startsWith('[')) return JSON.parse(text) as RecordEntry[];
  return text.split('\n').flatMap((line) => readLine(line.trim()) ?? []);
}

function readLine(line: string): RecordEntry | null {
  const [, time, kind, rest = ''] = /^\+(\d+) ms (mount|update|retry|route|event)(?: (.*))?$/.exec(line) ?? [];
  const at = Number(time);
  const words = rest.split(' ').filter((word) => word !== '');
  switch (kind) {
    case 'mount':
    case 'update':
      return { at, kind, props: pairs(words) };
    case 'retry':
      return { at, kind };
    case 'route':
      return { at, kind, to: rest };
    case 'event':
      return { at, kind, type: words[0] ?? '', details: pairs(words.slice(1)) };
    default:
      return null;
  }
}

const pairs = (words: string[]) => Object.fromEntries(words.map((word) => word.split('=', 2) as [string, string]));
