import type { Bound } from './bounds.ts';
import { exportedKinds } from './exported-kinds.ts';
import { type CommonSettings, fieldType, type ItemReference, type Parsed, requiredField } from './field-type.ts';
import { isItemId } from './item-link.ts';
import { linkedTemplates, required, type ValuesOf } from './setting.ts';

/** The settings of links to one of several templates, in the form's order. */
const mixedLinkSettings = { templateIds: linkedTemplates, required };

/** `templateIds` are the templates whose items may be linked. */
export type MixedLinkSettings = CommonSettings & ValuesOf<typeof mixedLinkSettings>;

/** The item of a link `template:id`; undefined for any other value. */
export function readReference(value: unknown): ItemReference | undefined {
  const [, templateId, digits] =
    (typeof value === 'string' && /^([A-Za-z0-9_]{1,64}):([1-9]\d{0,9})$/.exec(value)) || [];
  const id = Number(digits);
  return templateId !== undefined && isItemId(id) ? { templateId, id } : undefined;
}

/** A link to an item as a value. */
export const referenceText = ({ templateId, id }: ItemReference): string => `${templateId}:${id}`;

const noReference = 'should be a template and the id of an item, such as hero:12';

function parseReference(text: string): Parsed {
  const reference = readReference(text.trim());
  return reference ? { value: referenceText(reference) } : { reason: noReference };
}

function linksIn(value: unknown): ItemReference[] {
  const reference = readReference(value);
  return reference ? [reference] : [];
}

/** A link to one item of one of several templates: `template:id`, and an object of both in the export. */
export const mixedItemLink = fieldType({
  label: 'Mixed item link',
  holds: 'value',
  exported: {
    kind: exportedKinds.reference,
    value: (value) => {
      const reference = readReference(value);
      return reference ? { template: reference.templateId, id: reference.id } : null;
    },
  },
  inPalette: true,
  settings: mixedLinkSettings,
  links: { form: 'mixed', to: ({ templateIds }) => templateIds },
  wrongKind: (value) => (readReference(value) ? undefined : noReference),
  missing: requiredField,
  // An empty list is no constraint, as a field of it cannot be saved.
  bounds: ({ templateIds }): Bound[] =>
    templateIds.length === 0
      ? []
      : [{ rule: 'linksTo', values: templateIds, reason: 'should be an item of one of the templates' }],
  parse: parseReference,
  filter: { conditions: ['equal', 'not', 'empty', 'notEmpty'] },
  index: { kind: 'link', entries: (value) => ({ links: linksIn(value) }), sortsBy: undefined },
});
