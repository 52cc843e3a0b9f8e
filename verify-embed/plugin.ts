/** The location of the console's files on a page. */
export interface Plugin {
  /** The address of `quartermaster.js`; null if it is not known. */
  module: string | null;
  stylesheet: string | null;
  /** The folders of its files; code from there is the console's. */
  folders: string[];
  /** What the page had stored before the console was first opened; null if it has to be opened first. */
  storedBefore: string[] | null;
}

/** Finds the console's files among the scripts that a page has loaded. */
export function findPlugin(
  scripts: readonly string[],
  stylesheet: string | null,
  moduleUrl?: string,
): Omit<Plugin, 'storedBefore'> {
  const module = moduleUrl ?? scripts.find((url) => new URL(url).pathname.endsWith('/quartermaster.js')) ?? null;
  const folders = [
    ...(module ? [folderOf(module)] : []),
    // Next to the module, in its own folder.
    ...(stylesheet ? [new URL('..', stylesheet).href] : []),
  ];
  return { module, stylesheet, folders };
}

/** Whether an address is one of the console's files. */
export const isOfPlugin = ({ folders }: Pick<Plugin, 'folders'>, url: string | undefined): boolean =>
  url !== undefined && folders.some((folder) => url.startsWith(folder));

const folderOf = (url: string) => new URL('.', url).href;
