import { createHash } from 'node:crypto';
import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { type ModuleFacts, moduleFacts } from '../page/module.ts';

/** The versions of the host contract whose promises this command knows. */
const supported = [1];

export const contract: Check = {
  id: 'contract',
  promise:
    'The module exports its lifecycles and a supported contract version, as its manifest says, and is the file that the manifest lists',
  async run({ page, plugin, openInside }) {
    const { module } = plugin;
    if (module === null) throw new Skipped('The module’s address is not known: give it with --module.');
    await openInside();
    const facts = await page.evaluate(moduleFacts, module);
    const problems: string[] = [];
    if (facts.missing.length > 0) problems.push(`The module does not export: ${facts.missing.join(', ')}.`);
    if (!supported.includes(facts.version)) {
      problems.push(`The module has contract version ${facts.version}; this command knows ${supported.join(' and ')}.`);
    }
    const notes = [`Contract version ${facts.version}; release ${releaseOf(facts)}.`];

    const address = new URL('embed-manifest.json', module).href;
    const answer = await page.request.get(address);
    if (!answer.ok()) return { problems: [...problems, `${address} answers ${answer.status()}.`], notes };
    const manifest = (await answer.json()) as Manifest;
    if (manifest.contract?.version !== facts.version) {
      problems.push(
        `The manifest says contract version ${manifest.contract?.version}, and the module ${facts.version}.`,
      );
    }
    for (const [name, url] of filesOf(plugin.stylesheet, module, manifest)) {
      const expected = manifest.integrity?.[name];
      const actual = `sha384-${createHash('sha384')
        .update(await (await page.request.get(url)).body())
        .digest('base64')}`;
      if (expected !== actual)
        problems.push(`${url} is not the file of the manifest: its hash is ${actual}, not ${expected}.`);
      else notes.push(`${name} is the file of the manifest.`);
    }
    return { problems, notes };
  },
};

interface Manifest {
  contract?: { version?: number };
  integrity?: Record<string, string>;
}

const releaseOf = ({ release }: ModuleFacts) => (release === undefined ? 'no release' : JSON.stringify(release));

/** The entry and the stylesheet, by their names in the manifest. */
function filesOf(stylesheet: string | null, module: string, { integrity = {} }: Manifest): [string, string][] {
  const entry =
    Object.keys(integrity).find((name) => new URL(module).pathname.endsWith(`/${name}`)) ?? 'quartermaster.js';
  const sheet = stylesheet && Object.keys(integrity).find((name) => new URL(stylesheet).pathname.endsWith(`/${name}`));
  return [[entry, module], ...(stylesheet ? [[sheet ?? 'the stylesheet', stylesheet] as [string, string]] : [])];
}
