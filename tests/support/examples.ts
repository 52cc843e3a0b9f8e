import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/processes.mjs';

/** A fenced block of a document. */
interface Example {
  line: number;
  language: string;
  text: string;
}

/** The examples of a document, each of which a test takes as it stands, so that none is left that nothing runs. */
export function examplesIn(file: string) {
  const document = readFileSync(join(root, file), 'utf8');
  const left = new Set<Example>(
    [...document.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: text = '' }) => ({
      line: document.slice(0, index).split('\n').length,
      language,
      text,
    })),
  );
  return {
    document,
    /** The next example in a language; with a text, the next one that has it. */
    take(language: string, having = ''): string {
      const found = [...left].find((example) => example.language === language && example.text.includes(having));
      if (!found) throw new Error(`${file} has no other example in ${language || 'plain text'} with "${having}".`);
      left.delete(found);
      return found.text;
    },
    has: (language: string) => [...left].some((example) => example.language === language),
    left: () => [...left].map(({ line, language }) => `${file}:${line} ${language}`),
  };
}

/** What an answer is like that a document shows: numbers, times, and what it shortens with … or ... are any. */
export function like(shown: unknown, matcher: { any: (type: unknown) => unknown }): unknown {
  if (Array.isArray(shown)) return shown.map((entry) => like(entry, matcher));
  if (typeof shown === 'number') return matcher.any(Number);
  if (typeof shown === 'string') return /…|\d{4}-\d\d-\d\dT|^[\da-f]{16}/.test(shown) ? matcher.any(String) : shown;
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, like(value, matcher)]));
}
