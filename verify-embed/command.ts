import { startBrowser } from './browser.ts';
import type { Result } from './check.ts';
import { verifyExtension } from './extension/verify-extension.ts';
import { readOptions, UsageError, usage } from './options.ts';
import { CannotVerify } from './outcomes.ts';
import { summaryOf, terminalLines } from './report/terminal.ts';
import { writeReports } from './report/write-reports.ts';
import { chosen, verify } from './verify.ts';

/** The exit status: every promise that could be checked is fulfilled, one is broken, or nothing could be checked. */
type Status = 0 | 1 | 2;

/** Runs `quartermaster verify-embed URL`; `say` gets the output for the terminal. */
export async function runCommand(args: readonly string[], { say }: { say: (line: string) => void }): Promise<Status> {
  const [command, ...rest] = args;
  if (command !== 'verify-embed') {
    say(usage);
    return command === undefined || command === '--help' || command === '-h' ? 0 : 2;
  }
  try {
    const options = readOptions(rest);
    if (options === null) {
      say(usage);
      return 0;
    }
    chosen(options.only);
    const browser = await startBrowser(options);
    try {
      const show = (result: Result) => {
        for (const line of terminalLines(result)) say(line);
      };
      const report = options.isExtension
        ? await verifyExtension(browser, options.url, show)
        : await verify(browser, options, show);
      const files = await writeReports(report, options.out);
      say(`\n${summaryOf(report.results)}. Reports: ${files.join(', ')}`);
      if (!report.isShown && !options.isExtension) return 2;
      return report.results.some(({ status }) => status === 'failed') ? 1 : 0;
    } finally {
      await browser.close();
    }
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof CannotVerify;
    say(
      isExpected || !(error instanceof Error) ? String(error).replace(/^Error: /, '') : (error.stack ?? error.message),
    );
    if (error instanceof UsageError) say('quartermaster verify-embed --help explains the options.');
    return 2;
  }
}
