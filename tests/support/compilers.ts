import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The first of these programs that is installed. */
function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A compiler of C++; throws if there is none, as nothing else shows that generated C++ is right. `npm test` installs Debian's. */
export function cppCompiler(): string {
  const found = process.env.CXX ?? findProgram('g++', 'clang++', 'c++');
  if (found === undefined) throw new Error('There is no C++ compiler: install g++, or name one in CXX.');
  return found;
}

/** The compiler of Debian's mono-mcs; undefined where it is not installed. */
export const csharpCompiler = (): string | undefined => findProgram('mcs');

/** What a program has printed, and its exit code. */
interface Run {
  code: number;
  output: string;
}

/** A temporary folder with these files, in which programs run; `remove` deletes it. */
export function programFolder(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-types-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return {
    folder,
    run: (program: string, ...args: string[]): Promise<Run> =>
      new Promise((resolve) => {
        execFile(program, args, { cwd: folder, timeout: 120_000 }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, output: `${stdout}${stderr}` }),
        );
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
