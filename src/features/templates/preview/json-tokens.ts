/** A token of JSON text; `plain` is punctuation and whitespace. */
export interface JsonToken {
  kind: 'key' | 'string' | 'number' | 'literal' | 'plain';
  text: string;
}

// A string, with the colon if it is a key; a number; a literal; or anything between them.
const piece = /("(?:[^"\\]|\\.)*")(?=\s*(:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|./g;

/** Splits a line of JSON into tokens, which add up to the whole line. JSON strings never span lines. */
export const jsonTokens = (line: string): JsonToken[] =>
  Array.from(line.matchAll(piece), ([text, isString, isKey, isNumber, isLiteral]) => {
    if (isString) return { kind: isKey ? 'key' : 'string', text };
    if (isNumber) return { kind: 'number', text };
    return { kind: isLiteral ? 'literal' : 'plain', text };
  });
