/** The template that every instance has from the start and that cannot be changed: one image per item. */
export const imageTemplate = { id: 'image', label: 'Images', fieldId: 'image-img' } as const;

/**
 * Ids that no new template can have: `image` is the reserved template, `batch` would clash with the path of a call, and
 * the file of `manifest` would clash with the manifest of all files.
 */
const reservedTemplateIds: readonly string[] = [imageTemplate.id, 'batch', 'manifest'];

/**
 * Whether the id is reserved. Export files are named after it, and many systems do not distinguish `Image.json` from
 * `image.json`.
 */
export const isReservedTemplateId = (id: string): boolean => reservedTemplateIds.includes(id.toLowerCase());

/** Error message for a reserved id. */
export const reservedTemplateIdSentence = `This ID is reserved: no template can have the ID ${reservedTemplateIds.join(', ')}`;
