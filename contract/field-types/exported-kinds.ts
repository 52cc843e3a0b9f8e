/** What the values of a field are limited to: the ids of options or of linked templates; empty for other fields. */
export interface ValueRange {
  options: readonly string[];
  templates: readonly string[];
}

/** A type that the generated types of all templates share. */
export interface SharedType {
  name: string;
  /** Its source text, which ends with a line break. */
  text: string;
}

/** A type of a language, as source text. */
interface TypeText {
  type: string;
  /** Its declaration, if the language does not have it. */
  declared?: SharedType;
}

/**
 * What a value, or an entry of a list, is in exported files, in each language that types are generated for. A field type
 * names one of {@link exportedKinds}, or declares its own.
 */
export interface ExportedKind {
  typescript: Omit<TypeText, 'type'> & { type: (range: ValueRange) => string };
  /** A `struct` is nullable with a question mark, other types as they are. */
  csharp: TypeText & { isStruct?: true };
  /** A type of the standard library, or an object with `visit()`. */
  cpp: TypeText;
  /** Of draft 2020-12. */
  jsonSchema: (range: ValueRange) => Readonly<Record<string, unknown>>;
  /** In formulas and rules. */
  cel: 'bool' | 'double' | 'dyn' | 'string';
}

const union = (texts: readonly string[], none: string): string =>
  texts.map((text) => JSON.stringify(text)).join(' | ') || none;

const text: ExportedKind = {
  typescript: { type: () => 'string' },
  csharp: { type: 'string' },
  cpp: { type: 'std::string' },
  jsonSchema: () => ({ type: 'string' }),
  cel: 'string',
};

const integer: ExportedKind = {
  typescript: { type: () => 'number' },
  csharp: { type: 'long', isStruct: true },
  cpp: { type: 'std::int64_t' },
  jsonSchema: () => ({ type: 'integer' }),
  cel: 'double',
};

/** The kinds of several types, and those whose types every game has. */
export const exportedKinds = {
  text,
  integer,
  number: {
    typescript: { type: () => 'number' },
    csharp: { type: 'double', isStruct: true },
    cpp: { type: 'double' },
    jsonSchema: () => ({ type: 'number' }),
    cel: 'double',
  },
  boolean: {
    typescript: { type: () => 'boolean' },
    csharp: { type: 'bool', isStruct: true },
    cpp: { type: 'bool' },
    jsonSchema: () => ({ type: 'boolean' }),
    cel: 'bool',
  },
  /** The id of an option. */
  option: {
    ...text,
    typescript: { type: ({ options }) => union(options, 'never') },
    jsonSchema: ({ options }) => ({ enum: options }),
  },
  /** A text of ISO 8601. */
  moment: {
    ...text,
    csharp: { type: 'DateTime', isStruct: true },
    jsonSchema: () => ({ type: 'string', format: 'date-time' }),
  },
  /** The id of an item. */
  item: integer,
  /** The path of a file. */
  image: { ...text, cel: 'dyn' },
  /** An object with a text by language. */
  texts: {
    typescript: {
      type: () => 'Texts',
      declared: {
        name: 'Texts',
        text: `/** A text by language. */
export interface Texts {
  readonly [language: string]: string;
}
`,
      },
    },
    csharp: { type: 'Dictionary<string, string>' },
    cpp: {
      type: 'Texts',
      declared: {
        name: 'Texts',
        text: `/** A text by language. */
using Texts = std::map<std::string, std::string>;
`,
      },
    },
    jsonSchema: () => ({ type: 'object', additionalProperties: { type: 'string' } }),
    cel: 'dyn',
  },
  /** An object with the id of an item and its template. */
  reference: {
    typescript: {
      type: ({ templates }) => `Reference<${union(templates, 'string')}>`,
      declared: {
        name: 'Reference',
        text: `/** An item of one of several templates. */
export interface Reference<Template extends string = string> {
  readonly template: Template;
  readonly id: number;
}
`,
      },
    },
    csharp: {
      type: 'Reference',
      declared: {
        name: 'Reference',
        text: `/// <summary>An item of one of several templates.</summary>
public class Reference
{
    [JsonProperty("template")]
    public string Template { get; set; }

    [JsonProperty("id")]
    public long Id { get; set; }
}
`,
      },
    },
    cpp: {
      type: 'Reference',
      declared: {
        name: 'Reference',
        text: `/** An item of one of several templates. */
struct Reference {
  std::string Template;
  std::int64_t Id = 0;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor&& visitor) {
    visitor("template", self.Template);
    visitor("id", self.Id);
  }
};
`,
      },
    },
    jsonSchema: ({ templates }) => ({
      type: 'object',
      properties: { template: { enum: templates }, id: { type: 'integer' } },
      required: ['template', 'id'],
      additionalProperties: false,
    }),
    cel: 'dyn',
  },
} satisfies Record<string, ExportedKind>;
