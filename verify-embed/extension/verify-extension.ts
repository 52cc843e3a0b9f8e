import { partKinds } from '@quartermaster/contract/extensions/part-kinds.ts';
import type { Browser } from 'playwright-core';
import { type Finding, type Result, resultFrom } from '../check.ts';
import type { Report } from '../verify.ts';
import { type Manifest, readManifest, readScript } from './manifest.ts';
import { sampleCount, startTrial, type Trial, tryCells, tryEditor, tryPart } from './try-extension.ts';

/** Promises that cannot be checked without the console and a person; the report names them. */
const notChecked = [
  'That it looks and reads well in both color schemes, and can be used by keyboard and screen reader.',
  'What it does when somebody works in it.',
];

/**
 * Checks an extension by the address of its manifest, in a frame as the console has it; `onResult` is called after each check. A check that
 * needs what an earlier one did not find is left out.
 */
export async function verifyExtension(
  browser: Browser,
  address: string,
  onResult: (result: Result) => void = () => undefined,
): Promise<Report> {
  const results: Result[] = [];
  const check = async (id: string, promise: string, run: () => Promise<Finding>): Promise<boolean> => {
    const result = await resultFrom(id, promise, run);
    results.push(result);
    onResult(result);
    return result.status === 'passed';
  };

  /** Each in a frame of its own, as in the console: one that hangs does not keep the next from being checked. */
  const inFrame = async (
    manifest: Manifest,
    code: Buffer,
    run: (trial: Trial) => Promise<Finding>,
  ): Promise<Finding> => {
    const trial = await startTrial(browser, manifest, code);
    try {
      await trial.expect([], 'defined', 'It does not call quartermaster.define within 3 seconds.');
      return await run(trial);
    } finally {
      await trial.close();
    }
  };

  let found: Manifest | null = null;
  await check('manifest', 'The manifest is valid', async () => {
    const { manifest, problems } = await readManifest(address);
    found = manifest;
    return { problems };
  });
  // Assigned by the check.
  const manifest = found as Manifest | null;
  if (manifest) {
    let code: Buffer = Buffer.alloc(0);
    const isRight = await check('script', 'The script is the one of the manifest, of at most 512 kB', async () => {
      code = await readScript(address, manifest);
      return { problems: [], notes: [`${Math.ceil(code.length / 1024)} kB`] };
    });
    const isDefined =
      isRight &&
      (await check('defined', 'It defines itself in its frame within 3 seconds, and reaches nothing', () =>
        inFrame(manifest, code, (trial) => trial.collect()),
      ));
    if (isDefined && manifest.editor_types.length > 0)
      await check(
        'editor',
        `It answers within 3 seconds to each of ${sampleCount} values of its types, throws nothing, asks for no other values and reaches nothing`,
        () => inFrame(manifest, code, (trial) => tryEditor(trial, manifest)),
      );
    if (isDefined && manifest.has_cells)
      await check('cells', `It draws ${sampleCount} values within 3 seconds, as documented`, () =>
        inFrame(manifest, code, (trial) => tryCells(trial, manifest)),
      );
    for (const kind of partKinds)
      if (isDefined && manifest[kind])
        await check(kind, `Its ${kind} starts, answers within 3 seconds, throws nothing and reaches nothing`, () =>
          inFrame(manifest, code, (trial) => tryPart(trial, kind, manifest)),
        );
  }
  return {
    url: address,
    date: new Date().toISOString(),
    browser: `Chromium ${browser.version()}`,
    module: null,
    saw: manifest && `${manifest.title} (${manifest.name})`,
    results,
    isShown: results.some(({ status }) => status === 'passed'),
    notChecked,
  };
}
