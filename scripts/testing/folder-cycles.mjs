import { dirname } from 'node:path/posix';

/**
 * Cycles between folders that have the same parent, each with all that is below it: `a/b/x.ts -> a/c/y.ts -> a/b/z.ts`. A folder and
 * the files next to it may import each other.
 * @param {readonly { source: string; imports: readonly string[] }[]} modules paths from the root of the project
 * @returns {string[][]} the folders of each cycle
 */
export function findFolderCycles(modules) {
  /** @type {Map<string, Map<string, Set<string>>>} */
  const graphs = new Map();
  for (const { source, imports } of modules) {
    for (const imported of imports) {
      const [from, to] = siblingsOf(source, imported);
      if (from === undefined || to === undefined) continue;
      const parent = dirname(from);
      const graph = graphs.get(parent) ?? new Map();
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
      graphs.set(parent, graph);
    }
  }
  return [...graphs.values()].flatMap(cyclesOf);
}

/**
 * The folders below the lowest common one, or nothing if one of the files is in that folder itself.
 * @param {string} source
 * @param {string} imported
 * @returns {[] | [string, string]}
 */
function siblingsOf(source, imported) {
  const from = dirname(source).split('/');
  const to = dirname(imported).split('/');
  const depth = from.findIndex((folder, index) => folder !== to[index]);
  if (depth === -1 || to[depth] === undefined) return [];
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')];
}

/**
 * Repeatedly removes the folders that import no remaining one; each of the remaining ones is in a cycle or imports one; returns one cycle.
 * @param {Map<string, Set<string>>} graph
 * @returns {string[][]}
 */
function cyclesOf(graph) {
  const left = new Map(graph);
  const isFree = (/** @type {Set<string>} */ imports) => [...imports].every((folder) => !left.has(folder));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [folder, imports] of left) if (isFree(imports)) left.delete(folder);
  }
  const [start] = left.keys();
  if (start === undefined) return [];
  const path = [start];
  for (;;) {
    const next = [...(left.get(path.at(-1) ?? '') ?? [])].find((folder) => left.has(folder)) ?? start;
    const seen = path.indexOf(next);
    if (seen !== -1) return [[...path.slice(seen), next]];
    path.push(next);
  }
}
