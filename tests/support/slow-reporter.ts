import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** After how many minutes a test or a file is named. */
const minutes = { test: 5, file: 15 };

const minute = 60_000;

/** Names tests and files while they run for minutes: a run that hangs is stopped, and leaves no report. */
export class SlowReporter implements Reporter {
  readonly #running = new Map<string, { began: number; name: string; most: number }>();
  #timer: NodeJS.Timeout | undefined;

  onInit(): void {
    this.#timer = setInterval(() => this.#name(), minute).unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#begin(module.id, module.relativeModuleId, minutes.file);
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#running.delete(id);
  }

  onTestCaseReady(test: TestCase): void {
    this.#begin(test.id, `${test.module.relativeModuleId} > ${test.fullName}`, minutes.test);
  }

  onTestCaseResult({ id }: TestCase): void {
    this.#running.delete(id);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #begin(id: string, name: string, most: number): void {
    this.#running.set(id, { began: Date.now(), name, most });
  }

  #name(): void {
    for (const [id, { began, name, most }] of this.#running) {
      if (Date.now() - began < most * minute) continue;
      process.stderr.write(`Still running after ${most} minutes: ${name}\n`);
      this.#running.delete(id);
    }
  }
}
