import type { Deps } from '../../core/app/deps.ts';
import type { Query } from '../../core/database/database.ts';
import { announceBuildFile } from './build-files-repository.ts';
import type { BuildFile, RunningReport } from './export-repository.ts';
import { keepFile } from './keep-file.ts';
import { storeText } from './store-text.ts';

/** A text that an export writes for its build. */
interface BuildText {
  /** In the build. */
  path: string;
  /** Its key until it is kept, in the folder of the report. */
  file: string;
  pieces: AsyncIterable<string>;
}

/** Writes a text as a file of the build; undefined if it is empty. */
export async function keepText(
  deps: Pick<Deps, 'database' | 'unit' | 'files'>,
  { id: reportId, instance_id: instanceId }: RunningReport,
  { path, file, pieces }: BuildText,
  signal: AbortSignal,
): Promise<BuildFile | undefined> {
  const { files } = deps;
  const written = await (await storeText(files, file, pieces, signal)).stored();
  if (written.bytes === 0) {
    await files.delete(file);
    return undefined;
  }
  let stored = file;
  const store = (query: Query, key: string) => {
    stored = key;
    return announceBuildFile(query, { reportId, path, file: key, ...written });
  };
  await keepFile(deps, {
    instanceId,
    reportId,
    sha256: written.sha256,
    file,
    // The same in each attempt: they write the same, so that a later one replaces what an interrupted one has left.
    suffix: `r${reportId}`,
    announce: store,
    take: store,
  });
  return { path, file: stored, ...written };
}
