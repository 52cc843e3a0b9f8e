import { execFileSync } from 'node:child_process';

/** Runs code of a Python with openpyxl, which `npm test` finds or installs, and returns what it prints. */
export const runPython = (code: string): string =>
  execFileSync(process.env.PYTHON ?? '/usr/bin/python3', ['-c', code], { encoding: 'utf8' });
