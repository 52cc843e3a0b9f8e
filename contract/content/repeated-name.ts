/** The end of the text that begins at a quote of well-formed JSON. */
function endOfText(json: string, begin: number): number {
  let at = begin + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

interface Open {
  /** Of an object. */
  names?: Set<string>;
  /** The name or index of the member that is being read. */
  at: string | number;
}

/**
 * The path of the first name that an object of well-formed JSON has twice, of which `JSON.parse` keeps only the last one;
 * undefined if there is none.
 */
export function findRepeatedName(json: string): string | undefined {
  const open: Open[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const [mark, inside] = [json[at], open.at(-1)];
    if (mark === '"') {
      const end = endOfText(json, at);
      if (isName && inside?.names) {
        inside.at = JSON.parse(json.slice(at, end + 1)) as string;
        if (inside.names.has(inside.at)) return open.map((one) => one.at).join('.');
        inside.names.add(inside.at);
      }
      at = end;
      isName = false;
    } else if (mark === '{') {
      open.push({ names: new Set(), at: '' });
      isName = true;
    } else if (mark === '[') {
      open.push({ at: 0 });
      isName = false;
    } else if (mark === '}' || mark === ']') open.pop();
    else if (mark === ',' && inside) {
      isName = inside.names !== undefined;
      if (typeof inside.at === 'number') inside.at += 1;
    }
  }
  return undefined;
}
