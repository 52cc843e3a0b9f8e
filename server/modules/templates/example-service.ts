import { formatJson } from '@quartermaster/contract/content/format-json.ts';
import type { ItemField } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { withShapeOptions } from '@quartermaster/contract/content/row-shapes.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { checkFields } from '@quartermaster/contract/rules/template.ts';
import { readExampleValues } from '../../content/documents/save/example-values.ts';
import { compareFields, remainingFields } from '../../content/model/field-changes.ts';
import { templateModel } from '../../content/model/template-model.ts';
import { AppError } from '../../core/base/errors.ts';
import { exportItem } from '../../core/files/export-item.ts';
import { isTooLarge } from './example-size.ts';

/** The input of the example; none of it needs to be saved. */
interface Example {
  template_id: string;
  template_fields: SaveTemplateField[];
  item_fields: ItemField[];
  /** The language of the file; that with all languages if omitted. */
  language?: string;
}

const exampleId = 1;

/**
 * An item in its exported form, as formatted JSON; throws 422 if the fields are not a valid template or the values do
 * not match them.
 */
export function writeExample({ template_id, template_fields, item_fields, language }: Example): string {
  const { fields: remaining, indexes } = remainingFields(template_fields);
  const fields = withShapeOptions(remaining);
  const wrong = Object.entries(checkFields(fields)).map(([path, reason]): [string, string] => {
    const [, index = '', rest = ''] = /^fields\.(\d+)(.*)$/.exec(path) ?? [];
    // The field of the reserved template is valid, although it breaks rules for fields that users add.
    const isReserved = template_id === imageTemplate.id && fields[Number(index)]?.id === imageTemplate.fieldId;
    return [
      isReserved && ['.id', '.settings.type'].includes(rest) ? '' : `template_fields.${indexes[Number(index)]}${rest}`,
      reason,
    ];
  });
  refuse(wrong.filter(([path]) => path !== ''));
  const stored = compareFields(undefined, fields, 1, new Date(0)).fields;
  const model = templateModel({
    key: 0,
    instanceId: 0,
    id: template_id,
    label: '',
    version: 0,
    hash: '',
    fields: stored,
  });
  const { values, wrong: wrongValues } = readExampleValues(model, item_fields);
  refuse(Object.entries(wrongValues).map(([path, reason]) => [path.replace(/^fields/, 'item_fields'), reason]));
  if (isTooLarge(model.tree, values)) refuse([['item_fields', 'these rows make too long an example']]);
  return formatJson(exportItem(model.tree, exampleId, values, language));
}

function refuse(wrong: readonly (readonly [string, string])[]): void {
  if (wrong.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(wrong) });
}
