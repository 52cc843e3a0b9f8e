import { createHash } from 'node:crypto';
import type { Deps } from '../core/app/deps.ts';
import type { Actor } from '../core/base/actor.ts';
import { readProjectFile } from '../core/environment/project-files.ts';
import { storeExtension } from '../modules/extensions/service.ts';

/** The extensions of the repository. */
const names = ['color', 'map-position', 'model'];

/** Allows them, as if a studio had published them. */
export async function allowExtensions(
  deps: Pick<Deps, 'config' | 'unit' | 'clock'>,
  caller: { workspaceId: number; actor: Actor },
): Promise<void> {
  for (const folder of names) {
    const read = (file: string) => readProjectFile(deps.config.distDir, 'extensions', `${folder}/${file}`);
    const manifest = JSON.parse(await read('manifest.json'));
    const { name, version, title, editor_types, has_cells, panel, action, card } = manifest;
    const script = await read('extension.js');
    const extension = {
      ...{ name, version, title, editor_types, has_cells, script, parts: { panel, action, card } },
      address: `https://studio.example/extensions/${folder}/manifest.json`,
      hash: createHash('sha384').update(script).digest('hex'),
    };
    await storeExtension(deps, caller, extension, { isChecked: true });
  }
}
