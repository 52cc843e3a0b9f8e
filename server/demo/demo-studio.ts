import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type SaveContext, saveItems } from '../content/documents/save/save-items.ts';
import { saveTemplate } from '../content/schema/save/save-template.ts';
import type { Deps } from '../core/app/deps.ts';

/** An item's desired state; `key` identifies it in the demo. */
export interface Entry {
  key: string;
  label: string;
  values: ItemValues;
}

/** Saves templates and items, and remembers what was saved. */
export interface DemoStudio {
  saveTemplate: (id: string, label: string, fields: SaveTemplateField[]) => Promise<void>;
  /** Creates missing items and updates those that differ. */
  saveEntries: (templateId: string, entries: Entry[]) => Promise<void>;
  idOf: (templateId: string, key: string) => number | undefined;
  /** The values as last saved. */
  valuesOf: (templateId: string, key: string) => ItemValues;
  /** Saves as another person, or in another instance that has the same content; this studio does not learn of it. */
  savedBy: (saver: Partial<SaveContext>) => DemoStudio;
}

interface Known {
  id: number;
  version: number;
  values: ItemValues;
}

interface Saved {
  templates: Map<string, { version: number; fields: SaveTemplateField[] }>;
  known: Map<string, Map<string, Known>>;
}

const batch = 500;

export function demoStudio(
  deps: Deps,
  saver: SaveContext,
  progress: (line: string) => void,
  saved?: Saved,
): DemoStudio {
  const templates: Saved['templates'] = new Map(saved?.templates);
  const known: Saved['known'] = new Map([...(saved?.known ?? [])].map(([id, items]) => [id, new Map(items)]));
  const imageFields = [
    {
      id: imageTemplate.fieldId,
      parentId: null,
      order: 0,
      settings: { type: 'image', name: 'image', label: 'Image', required: true },
    },
  ];
  if (!saved) templates.set(imageTemplate.id, { version: 1, fields: imageFields as SaveTemplateField[] });

  const saveBatch = async (templateId: string, items: Map<string, Known>, entries: Entry[]) => {
    const tree = buildTree(templates.get(templateId)?.fields ?? []);
    const changed = entries.flatMap((entry) => {
      const before = items.get(entry.key);
      // Most entries are the same object in each version of the game.
      if (before?.values === entry.values) return [];
      const fields = diffItemFields(tree, before?.values ?? {}, entry.values);
      return before && fields.length === 0 ? [] : [{ entry, before, fields }];
    });
    if (changed.length === 0) return 0;
    const bodies = changed.map(({ entry, before, fields }) => ({
      ...(before && { id: before.id, version: before.version }),
      template_id: templateId,
      internal_label: entry.label,
      fields: fields as SaveItem['fields'],
    }));
    const saved = await saveItems(deps, saver, bodies);
    changed.forEach(({ entry: { key, values } }, index) => {
      const { id = 0, version = 0 } = saved[index] ?? {};
      items.set(key, { id, version, values });
    });
    return changed.length;
  };

  return {
    saveTemplate: async (id, label, fields) => {
      const { version } = await saveTemplate(deps, saver, {
        id,
        label,
        version: templates.get(id)?.version ?? 0,
        fields,
      });
      templates.set(id, { version, fields });
    },
    saveEntries: async (templateId, entries) => {
      const items = known.get(templateId) ?? new Map<string, Known>();
      known.set(templateId, items);
      let saved = 0;
      for (let at = 0; at < entries.length; at += batch)
        saved += await saveBatch(templateId, items, entries.slice(at, at + batch));
      if (saved > 1) progress(`  ${saved} of ${templateId} saved, ${items.size} in all`);
    },
    idOf: (templateId, key) => known.get(templateId)?.get(key)?.id,
    valuesOf: (templateId, key) => known.get(templateId)?.get(key)?.values ?? {},
    savedBy: (other) => demoStudio(deps, { ...saver, ...other }, progress, { templates, known }),
  };
}
