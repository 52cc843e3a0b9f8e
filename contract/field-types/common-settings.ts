import { extensionName } from '../extensions/extension-name.ts';
import { flag, isSet, optionalText, pattern, ruleList, type Setting, type ValuesOf } from './setting.ts';

/** Properties of a type that only decide which common settings its fields have. */
export interface CommonTraits {
  /** True if a field can be unique in its template: each item has at most one value to index. */
  canBeUnique?: true | undefined;
  /** True if values are typed: then the field can have a placeholder. */
  isTyped?: true | undefined;
  /** True if values are texts, or lists of texts: then the field can have a pattern. */
  holdsText?: true | undefined;
}

/** The properties of a type that decide which common settings its fields have. */
interface TypeTraits extends CommonTraits {
  holds: string;
  inPalette: boolean;
  family?: string | undefined;
  file?: unknown;
  links?: { form: string } | undefined;
  localised?: unknown;
  rows?: { is: string } | undefined;
  computes?: string | undefined;
}

/**
 * Optional settings besides those of a type, with the types that have them, in form order. They are absent unless they
 * are set, so that templates without them are stored, exported and hashed as before the settings existed.
 */
const declared = {
  unique: {
    setting: {
      ...flag('Unique', 'No two items can have the same value. A unique field that is required is a key field'),
      isOptional: true,
    },
    isFor: ({ canBeUnique }) => canBeUnique === true,
  },
  readOnly: {
    setting: {
      ...flag('Read-only for members', 'Only members who can edit templates can change its values'),
      isOptional: true,
    },
    isFor: ({ holds, computes }) => holds === 'value' && !computes,
  },
  pattern: {
    setting: pattern,
    isFor: ({ holdsText }) => holdsText === true,
  },
  patternMessage: {
    setting: optionalText('Pattern message', {
      group: 'rules',
      description: 'Shown for a value that does not match, such as "should be like sword_01"',
      maxLength: 200,
    }),
    isFor: ({ holdsText }) => holdsText === true,
  },
  default: {
    setting: {
      kind: 'value',
      group: 'rules',
      label: 'Default',
      name: 'Default',
      description: 'The value in new items and new rows',
      initial: null,
      isOptional: true,
      // Compared with the other settings by the type.
      check: () => undefined,
    },
    // A template does not refer to items, which another instance may not have, nor to files.
    // A shape is chosen when a row is added.
    isFor: ({ holds, file, links, rows, computes }) =>
      holds === 'value' && !file && !links && rows?.is !== 'shapeName' && !computes,
  },
  rules: {
    setting: ruleList,
    // A group has no values of its own at which a message could be shown.
    isFor: ({ holds }) => holds === 'value' || holds === 'rows',
  },
  shownWhen: {
    setting: {
      kind: 'shownWhen',
      group: 'rules',
      label: 'Shown when',
      name: 'Shown when',
      description: 'Only while another field has one of some values. Hidden values are kept',
      initial: null,
      isOptional: true,
      // Compared with the other fields by the rules of the template.
      check: () => undefined,
    },
    isFor: () => true,
  },
  leftOutHidden: {
    setting: {
      ...flag('Left out of exports while hidden', 'Otherwise exports have the hidden value'),
      isOptional: true,
    },
    isFor: () => true,
  },
  help: {
    setting: optionalText('Help', {
      group: 'help',
      description: 'What the field is for; shown below its input',
      maxLength: 500,
      isLong: true,
    }),
    isFor: () => true,
  },
  placeholder: {
    setting: optionalText('Placeholder', {
      group: 'help',
      description: 'Shown in the input while it is empty',
      maxLength: 100,
    }),
    isFor: ({ isTyped }) => isTyped === true,
  },
  unit: {
    setting: optionalText('Unit', {
      group: 'help',
      description: 'Shown after the number, and not exported',
      maxLength: 16,
    }),
    isFor: ({ family, computes }) => family === 'number' || computes === 'number',
  },
  editor: {
    setting: {
      kind: 'extension',
      group: 'help',
      label: 'Extension',
      name: 'Extension',
      description: 'Code of your studio that edits and draws the value',
      initial: '',
      isOptional: true,
      check: (value) =>
        value === '' || extensionName.test(value) ? undefined : 'must be the name of an extension, such as acme-color',
    },
    isFor: ({ holds, file, links, localised, rows, computes }) =>
      holds === 'value' && !file && !links && !localised && rows?.is !== 'shapeName' && !computes,
  },
  title: {
    setting: {
      ...flag('Title field', 'The label of a new item is made from it'),
      isOptional: true,
      isOfTemplate: true,
    },
    isFor: ({ family, localised }) => family === 'text' || localised !== undefined,
  },
  picture: {
    setting: {
      ...flag('Picture field', 'Its first image stands before the labels of items'),
      isOptional: true,
      isOfTemplate: true,
    },
    isFor: ({ links }) => links?.form === 'single' || links?.form === 'list',
  },
} satisfies Record<string, { setting: Setting; isFor: (type: TypeTraits) => boolean }>;

type Declared = typeof declared;

/** The values of the common settings. */
export type OptionalSettings = Partial<ValuesOf<{ [K in keyof Declared]: Declared[K]['setting'] }>>;

/** The common settings of a type, in form order; none of a type that users cannot add, whose fields cannot be edited. */
export const commonSettingsOf = (type: TypeTraits): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([name, { setting, isFor }]) =>
      type.inPalette && isFor(type) ? [[name, setting]] : [],
    ),
  );

/** Settings as they are stored: without the optional ones that are not set. */
export function storedSettings<S extends object>(settings: S, definitions: Readonly<Record<string, Setting>>): S {
  const entries = Object.entries(settings);
  const stored = entries.filter(([name, value]) => {
    const setting = definitions[name];
    return !setting?.isOptional || isSet(setting, value);
  });
  return stored.length === entries.length ? settings : (Object.fromEntries(stored) as S);
}
