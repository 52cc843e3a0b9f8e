import type { ExportedItems, ExportedProperty, ExportedType } from './exported-files.ts';

/** A schema, of draft 2020-12. */
type Schema = Readonly<Record<string, unknown>>;

/** The schemas of exported files in one document, each under the name of its file in `$defs`. */
export function jsonSchemaOf(files: readonly ExportedItems[]): string {
  const schemas = files.flatMap(({ label, properties, files: names }) => {
    const items = objectOf([{ key: 'id', schema: { type: 'integer' } }, ...properties.map(propertyOf)]);
    return names.map((file) => [file, { title: label, type: 'array', items }] as const);
  });
  const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: Object.fromEntries(schemas) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

interface Property {
  key: string;
  schema: Schema;
}

const propertyOf = ({ key, label, type }: ExportedProperty): Property => ({
  key,
  schema: { title: label, ...schemaOf(type) },
});

function objectOf(properties: readonly Property[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ key, schema }) => [key, schema])),
    required: properties.map(({ key }) => key),
    additionalProperties: false,
  };
}

function schemaOf(type: ExportedType): Schema {
  if (type.kind === 'shape') return { const: type.name };
  if (type.kind === 'object') return objectOf(type.properties.map(propertyOf));
  if (type.kind === 'rows') {
    const rows = type.variants.map(({ properties }) => objectOf(properties.map(propertyOf)));
    return { type: 'array', items: rows.length === 1 ? rows[0] : { anyOf: rows } };
  }
  const entry = type.of.jsonSchema(type.range);
  return type.isList ? { type: 'array', items: entry } : { anyOf: [entry, { type: 'null' }] };
}
