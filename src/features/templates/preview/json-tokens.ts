/** What a piece of JSON text is; `plain` is structure and space. */
export interface JsonToken {
  kind: 'key' | 'string' | 'number' | 'literal' | 'plain';
  text: string;
}

// A string with the colon that makes it a key, a number, a literal, and everything between them.
const piece = /("(?:[^"\\]|\\.)*")(?=\s*(:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|./g;

/** Cuts a line of JSON into its pieces; together they are the line. No string of JSON goes over the end of a line. */
export const jsonTokens = (line: string): JsonToken[] =>
  Array.from(line.matchAll(piece), ([text, isString, isKey, isNumber, isLiteral]) => {
    if (isString) return { kind: isKey ? 'key' : 'string', text };
    if (isNumber) return { kind: 'number', text };
    return { kind: isLiteral ? 'literal' : 'plain', text };
  });
