import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The paths of these programs that are installed. */
function findPrograms(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram);
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
  const found = process.env.CXX ?? findPrograms('g++', 'clang++', 'c++')[0];
  if (found === undefined) throw new Error('There is no C++ compiler: install g++, or name one in CXX.');
  return found;
}

/** A Python with openpyxl, a reader of workbooks of another project; `npm test` installs Debian's. */
export function pythonWithOpenpyxl(): string {
  const installed = [...findPrograms('python3'), '/usr/bin/python3'];
  const hasIt = (path: string) => spawnSync(path, ['-c', 'import openpyxl']).status === 0;
  const found = process.env.PYTHON ?? installed.find(hasIt);
  if (found === undefined) throw new Error('There is no Python: install python3-openpyxl, or name one in PYTHON.');
  return found;
}

/** Whether a program that a document calls is installed; for those that the project does not need. */
export const hasProgram = (name: string): boolean => findPrograms(name).length > 0;

/** The compiler of Debian's mono-mcs; undefined where it is not installed. */
export const csharpCompiler = (): string | undefined => findPrograms('mcs')[0];

/** What a program has printed, and its exit code. */
interface Run {
  code: number;
  output: string;
}

/** A temporary folder with these files, in which programs run; `remove` deletes it. */
export function programFolder(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-program-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
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
