import { itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../../core/database/database.ts';
import type { Link } from '../../model/check-values.ts';
import { knownTemplate } from '../../model/template-models.ts';
import type { ReadImages } from '../images/store-images.ts';
import { findImagePaths, findTargets } from '../item-repository.ts';
import type { PreparedItem } from './prepare-item.ts';

/** A link target that a write locks. */
export interface Target {
  templateKey: number;
  id: number;
}

/** Adds an error for each path of an image that neither exists nor is uploaded by the same request. */
export async function checkNamedImages(
  query: Query,
  instanceId: number,
  items: readonly PreparedItem[],
  images: readonly ReadImages[],
): Promise<void> {
  const named = images.flatMap(({ named }, index) => (items[index]?.write ? [...named.values()] : []));
  if (named.length === 0) return;
  const present = await findImagePaths(query, instanceId, [...new Set(named)]);
  const uploaded = new Set(images.flatMap(({ files }) => [...files.keys()]));
  items.forEach(({ write, wrong }, index) => {
    for (const [id, path] of (write && images[index]?.named) ?? [])
      if (!present.has(path) && !uploaded.has(path)) wrong[itemFieldPath(id)] = 'there is no such image';
  });
}

/**
 * Determines the targets of new links, and adds an error for each that is missing. The write locks them and thereby
 * checks that they exist: if the templates of all targets are cached, nothing is read here. A write that fails is then
 * repeated without the cache, and only then are missing targets reported with their paths.
 */
export async function resolveTargets(
  query: Query,
  instanceId: number,
  items: readonly PreparedItem[],
  { skipCache }: { skipCache: boolean },
): Promise<Target[]> {
  const links = new Map<string, Link>();
  for (const link of items.flatMap((item) => item.links)) links.set(nameOf(link), link);
  if (links.size === 0) return [];
  if (!skipCache) {
    const known = [...links.values()].flatMap(({ templateId, targetId }) => {
      const template = knownTemplate(instanceId, templateId);
      return template ? [{ templateKey: template.key, id: targetId }] : [];
    });
    if (known.length === links.size) return known;
  }
  const found = await findTargets(query, instanceId, [...links.values()]);
  const present = new Set(found.map((row) => nameOf({ templateId: row.template_id, targetId: row.id })));
  for (const item of items)
    for (const link of item.links)
      if (!present.has(nameOf(link)))
        item.wrong[itemFieldPath(link.at)] = `there is no item ${link.targetId} in ${link.templateId}`;
  return found.map((row) => ({ templateKey: row.template_key, id: row.id }));
}

const nameOf = ({ templateId, targetId }: Pick<Link, 'templateId' | 'targetId'>): string => `${templateId}/${targetId}`;
