import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

/** Writes the errors that no test has handled next to the JSON report, which counts tests alone: `x.json` and `x.unhandled.json`. */
export class UnhandledReporter implements Reporter {
  #file: string | undefined;

  onInit({ config }: Vitest): void {
    const report = typeof config.outputFile === 'object' ? config.outputFile.json : undefined;
    this.#file = report && resolve(config.root, report.replace(/\.json$/, '.unhandled.json'));
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#file && errors.length > 0) writeFileSync(this.#file, JSON.stringify(errors.map(describe)));
  }
}

const describe = ({ name, message, stack, VITEST_TEST_NAME, VITEST_TEST_PATH }: SerializedError): string =>
  [
    `unhandled in ${String(VITEST_TEST_PATH ?? 'a file')}, during or after "${String(VITEST_TEST_NAME ?? '')}"`,
    stack ?? `${name}: ${message}`,
  ].join('\n');
