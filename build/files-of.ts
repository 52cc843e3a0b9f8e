import type { Rolldown } from 'vite';

/** The styles that a chunk imports. */
export const stylesOf = (chunk: Rolldown.OutputChunk): string[] => [...(chunk.viteMetadata?.importedCss ?? [])];

/** The scripts and styles of chunks and of all that they import statically. */
export function filesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of stylesOf(chunk)) files.add(style);
    for (const file of chunk.imports) visit(bundle[file]);
  };
  for (const chunk of chunks) visit(chunk);
  return files;
}
