import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { PatternEngine } from '../field-types/patterns.ts';

/** The most steps of a compiled pattern: each character of a text may be compared with all of them. */
const mostSteps = 1000;

/** The longest text that can match, in UTF-16 code units: longer ones would cost too much in the worst case. */
const longestText = 10_000;

/** How many compiled patterns are kept. */
const keptPatterns = 500;

type Compiled = { regex: RE2JS } | { reason: string };
const compiled = new Map<string, Compiled>();

function compile(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known) return known;
  const [oldest] = compiled.keys();
  if (compiled.size >= keptPatterns && oldest !== undefined) compiled.delete(oldest);
  const fresh = compileNow(pattern);
  compiled.set(pattern, fresh);
  return fresh;
}

function compileNow(pattern: string): Compiled {
  try {
    const regex = RE2JS.compile(pattern);
    return regex.programSize() > mostSteps ? { reason: 'is too complex: it repeats too much' } : { regex };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { reason: `is not a pattern: ${whyOf(error.message)}` };
    throw error;
  }
}

/** The part of the library's message that helps, such as "missing closing ): `(a`". */
const whyOf = (message: string): string => message.replace(/^error parsing regexp: /, '').slice(0, 120);

/** Patterns of RE2: no lookaround and no references, so that no pattern can make a text take forever. */
export const re2Engine: PatternEngine = {
  matches: (pattern, text) => {
    const found = compile(pattern);
    return 'reason' in found || (text.length <= longestText && found.regex.testExact(text));
  },
  check: (pattern) => {
    const found = compile(pattern);
    return 'reason' in found ? found.reason : undefined;
  },
};
