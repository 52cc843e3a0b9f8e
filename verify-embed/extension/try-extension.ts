import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extensionFrame } from '@quartermaster/contract/extensions/frame-page.ts';
import { extensionLimits, isDrawing, readFromExtension } from '@quartermaster/contract/extensions/messages.ts';
import type { PartKind } from '@quartermaster/contract/extensions/part-kinds.ts';
import type { Browser, Page } from 'playwright-core';
import type { Finding } from '../check.ts';
import { Broken, CannotVerify } from '../outcomes.ts';
import { ask, openExtension, takeState } from './frame-in-page.ts';
import type { Manifest } from './manifest.ts';
import { isOfType, sampleContext, sampleContexts, sampleField, sampleValue } from './sample-values.ts';

/** How many values an extension is told. */
export const sampleCount = 200;

/** Neither exists: the browser gets their pages from here. */
const [consoleOrigin, frameOrigin] = ['https://console.verify-embed.test', 'https://extensions.verify-embed.test'];

/** An extension in its frame, in a page of its own. */
export interface Trial {
  /** Sends messages, and throws a sentence if they are not answered in time. */
  expect: (messages: readonly unknown[], answer: string, sentence: string) => Promise<void>;
  /** What has been wrong since the last time, as sentences, and the messages that are none of these. */
  collect: () => Promise<{ problems: string[]; messages: NonNullable<ReturnType<typeof readFromExtension>>[] }>;
  close: () => Promise<void>;
}

/** From the sources, from the built command, and from the package. */
const talkFiles = ['../../extensions/frame.js', './extensions/frame.js'];

function readTalk(): string {
  const file = talkFiles.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (!file) throw new CannotVerify('The file extensions/frame.js is missing: install the package again.');
  return readFileSync(file, 'utf8');
}

/** Opens the page of an extension with the policy that the server sends, in a frame as the console has it. */
export async function startTrial(browser: Browser, { title }: Manifest, code: Buffer): Promise<Trial> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const frameAddress = `${frameOrigin}/frame/`;
  const talk = readTalk();
  const { html, policy } = extensionFrame({
    title,
    talk,
    talkHash: createHash('sha256').update(talk).digest('base64'),
    scriptAddress: `${frameAddress}script.js`,
    scriptHash: createHash('sha384').update(code).digest('base64'),
    framedBy: consoleOrigin,
  });
  const files: Record<string, { body: string | Buffer; contentType: string; headers?: Record<string, string> }> = {
    [`${consoleOrigin}/`]: { body: '<!doctype html><title>Console</title>', contentType: 'text/html' },
    [frameAddress]: {
      body: html,
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
    },
    [`${frameAddress}script.js`]: {
      body: code,
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'access-control-allow-origin': '*' },
    },
  };
  const reached = watchReach(page, Object.keys(files));
  await page.route('**', (route) => {
    const file = files[route.request().url()];
    return file ? route.fulfill(file) : route.abort();
  });
  await page.goto(`${consoleOrigin}/`);
  await page.evaluate(openExtension, frameAddress);

  const collect: Trial['collect'] = async () => {
    const { messages, hasLeft, hasFocus } = await page.evaluate(takeState);
    const read = messages.map((message) => readFromExtension(message));
    const strange = messages.filter((_, index) => read[index] === undefined);
    return {
      problems: [
        ...reached(),
        ...(hasLeft ? ['It has navigated its frame to another page.'] : []),
        ...(hasFocus ? ['It has taken the focus by itself.'] : []),
        ...strange.map((message) => `It has sent a message that is none of the interface: ${shortly(message)}.`),
      ],
      messages: read.filter((message) => message !== undefined),
    };
  };
  return {
    expect: async (messages, answer, sentence) => {
      const within = extensionLimits.answer;
      // A frame that hangs in the page's own process also keeps the page from answering.
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), within + 1000));
      const answered = await Promise.race([page.evaluate(ask, { messages, answer, within }).catch(() => false), late]);
      if (answered) return;
      const problems = await Promise.race([collect().then((found) => found.problems), late.then(() => [])]);
      throw new Broken([sentence, ...problems].join(' '));
    },
    collect,
    close: () => context.close(),
  };
}

const shortly = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 100);

/** Notes what a page and its frames throw, and the addresses that they try to reach besides the given ones. */
function watchReach(page: Page, allowed: readonly string[]): () => string[] {
  const problems = new Set<string>();
  page.on('pageerror', (error) => problems.add(`It throws: ${error.message}`));
  page.on('request', (request) => {
    if (!allowed.includes(request.url()) && !/^(data|blob):/.test(request.url()))
      problems.add(`It tries to reach ${request.url().slice(0, 100)}, which its frame does not let it.`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|sandbox/i.test(message.text()))
      problems.add(`It tries what its frame does not let it: ${message.text().split('\n')[0]?.slice(0, 200)}`);
  });
  return () => {
    const taken = [...problems];
    problems.clear();
    return taken;
  };
}

/** Tells an editor values of each of its types, one after the other. */
export async function tryEditor(trial: Trial, { editor_types: types }: Manifest): Promise<Finding> {
  const each = Math.ceil(sampleCount / types.length);
  const problems = new Set<string>();
  const note = async (type: string) => {
    const found = await trial.collect();
    for (const problem of found.problems) problems.add(problem);
    for (const message of found.messages)
      if (message.type === 'change' && !isOfType(type, message.value))
        problems.add(`It asks for the value ${shortly(message.value)} in a field of the type "${type}".`);
  };
  for (const type of types)
    for (let index = 0; index < each; index += 1) {
      const context = sampleContext(type, index);
      await trial.expect(
        [{ type: 'editor', context }, { type: 'ping' }],
        'pong',
        `It does not answer within 3 seconds once it is told the value ${shortly(context.value)} of the type "${type}".`,
      );
      await note(type);
    }
  return { problems: [...problems], notes: [`Told ${each * types.length} values of ${types.join(', ')}.`] };
}

/** Starts a panel, an action or a card with sample contexts. */
export async function tryPart(trial: Trial, kind: PartKind, manifest: Manifest): Promise<Finding> {
  const part = manifest[kind];
  const [templateId = 'sample'] = part && 'templates' in part ? (part.templates ?? []) : [];
  const contexts = sampleContexts(templateId)[kind];
  for (const context of contexts)
    await trial.expect(
      [{ type: kind, context }, { type: 'ping' }],
      'pong',
      `Its ${kind} does not answer within 3 seconds once it has its context.`,
    );
  const { problems, messages } = await trial.collect();
  for (const message of messages) {
    const isRefused = message.type === 'change' || (message.type === 'change-items' && kind !== 'action');
    if (isRefused) problems.push(`Its ${kind} sends ${shortly(message)}, for which the console removes it.`);
  }
  return { problems, notes: [] };
}

/** Has an extension draw values of each of its types, in one message as a list of 200 rows. */
export async function tryCells(trial: Trial, { editor_types }: Manifest): Promise<Finding> {
  const types = editor_types.length > 0 ? editor_types : ['text'];
  const cells = Array.from({ length: Math.min(sampleCount, extensionLimits.cells) }, (_, id) => {
    const type = types[id % types.length] ?? 'text';
    return { id, value: sampleValue(type, Math.floor(id / types.length)), field: sampleField(type) };
  });
  await trial.expect([{ type: 'cells', cells }], 'cells', `It does not draw ${cells.length} values within 3 seconds.`);
  const { problems, messages } = await trial.collect();
  const drawings = messages.flatMap((message) => (message.type === 'cells' ? message.cells : []));
  const wrong = drawings.filter(({ drawing }) => !isDrawing(drawing));
  if (drawings.length < cells.length) problems.push(`It draws ${drawings.length} of ${cells.length} values.`);
  if (wrong[0])
    problems.push(
      `${wrong.length} of its drawings are not as documented, such as ${shortly(wrong[0].drawing)} of ${shortly(cells[wrong[0].id]?.value)}.`,
    );
  return { problems, notes: [`Drew ${drawings.length} values.`] };
}
