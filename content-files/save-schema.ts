import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { hashOf, readPulled, writePulled, writeText } from './folder.ts';
import { menuChanges, withSavedTemplates } from './menu-changes.ts';
import type { Say } from './options.ts';
import { changedMeanwhile, createdIn, type EditedFile, type EditedSchema, refusals, toSave } from './push-schema.ts';
import { type RemoteSchema, readMenu, readSchema, type Source } from './remote-content.ts';
import { contentHash, isEdited, type MenuContent, readMenuFile, type SchemaContent } from './schema-files.ts';
import { pause } from './waiting.ts';

/**
 * Saves edited files that were checked, templates before the menu that links to them, and brings the files up to date. Returns why the server
 * refused one nevertheless; those before it are saved.
 */
export async function saveSchema(
  source: Source,
  edited: EditedSchema,
  { folder, say }: { folder: string; say: Say },
): Promise<string[]> {
  const { calls, instanceId } = source;
  for (const one of edited.templates) {
    const { path, content } = one.file;
    try {
      await calls.call(templates.save, { params: { instanceId }, body: toSave(one) });
    } catch (error) {
      return refusals(one.file, error);
    }
    await untilItemsAreChanged(source, content.id);
    write(folder, await readSchema(source, content.id));
    say(`pushed: ${path}`);
  }
  if (edited.menu) return saveMenu(source, edited.menu, edited.templates, { folder, say });
  // The server has added and renamed links; otherwise the next edit of the file would be in conflict with this push.
  const file = readMenuFile(folder);
  if (edited.templates.length > 0 && file && !isEdited(file)) write(folder, await readMenu(source));
  return [];
}

async function saveMenu(
  source: Source,
  { file, remote }: EditedFile<MenuContent>,
  saved: EditedSchema['templates'],
  { folder, say }: { folder: string; say: Say },
): Promise<string[]> {
  const { calls, instanceId } = source;
  const { path, content } = file;
  const now = await readMenu(source);
  const created = createdIn(saved);
  const before = remote?.content.menu ?? [];
  const renamed = saved.flatMap(({ file: { content: after }, remote: was }) =>
    was ? [{ id: after.id, from: was.content.label, to: after.label }] : [],
  );
  const expected = withSavedTemplates(before, { now: now.content.menu, created, renamed });
  if (contentHash({ menu: expected }) !== contentHash(now.content)) return [`conflict: ${path}: ${changedMeanwhile}`];
  const changes = menuChanges({ before, now: now.content.menu, target: content.menu, created });
  try {
    await calls.call(menu.save, { params: { instanceId }, body: { menu: changes, version: now.version } });
  } catch (error) {
    return refusals(file, error);
  }
  write(folder, await readMenu(source));
  say(`pushed: ${path}`);
  return [];
}

async function untilItemsAreChanged({ calls, instanceId }: Source, templateId: string): Promise<void> {
  const read = () => calls.call(templates.progress, { params: { instanceId, templateId } });
  while ((await read()).change !== null) await pause();
}

function write(folder: string, { path, text }: RemoteSchema<SchemaContent>): void {
  writeText(folder, path, text);
  writePulled(folder, { ...readPulled(folder), [path]: hashOf(text) });
}
