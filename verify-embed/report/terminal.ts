import type { Result } from '../check.ts';

const words = { passed: 'passed ', failed: 'FAILED ', skipped: 'skipped' };

/** A result for the terminal: what was checked, and why it failed or was skipped. */
export const terminalLines = ({ id, promise, status, problems, notes, milliseconds }: Result): string[] => [
  `${words[status]}  ${id}: ${promise} (${(milliseconds / 1000).toFixed(1)} s)`,
  ...(id === 'page' ? notes : []).map((note) => `           ${note}`),
  ...problems.map((problem) => `           ${problem}`),
];

/** Such as `17 passed, 1 failed, 1 skipped`. */
export function summaryOf(results: readonly Result[]): string {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}
