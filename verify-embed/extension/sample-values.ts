import type {
  ActionContext,
  CardContext,
  EditorContext,
  ExtensionField,
  ExtensionItem,
  ExtensionLook,
  ExtensionValue,
  PanelContext,
} from '@quartermaster/contract/extensions/extension-api.ts';

/** Fields and values as the console has them, by the type of the field; extreme ones are among them. */
const samples: Record<string, { field?: Partial<ExtensionField>; valueOf: (index: number) => ExtensionValue }> = {
  text: {
    valueOf: (index) =>
      ['', '#c0ffee', 'A text with “quotes”, <tags> & an emoji 🐉', 'x'.repeat(1000), `${index}`][index % 5] ?? '',
  },
  'long-text': { valueOf: (index) => 'A long text.\n'.repeat(index * 10) },
  integer: { field: { unit: 'm' }, valueOf: (index) => [0, -1, Number.MAX_SAFE_INTEGER, index][index % 4] ?? 0 },
  float: { valueOf: (index) => [0, -0.5, 1e21, index / 7][index % 4] ?? 0 },
  weight: { valueOf: (index) => index * 10 },
  boolean: { valueOf: (index) => index % 2 === 0 },
  choice: { valueOf: (index) => ['low', 'high', 'a value that is no option any more'][index % 3] ?? 'low' },
  choices: { valueOf: (index) => [[], ['low'], ['low', 'high']][index % 3] ?? [] },
  'date-time': { valueOf: (index) => new Date(Date.UTC(2026, index % 12, 1 + (index % 28))).toISOString() },
  'text-list': { valueOf: (index) => Array.from({ length: index % 50 }, (_, entry) => `Entry ${entry}`) },
  'number-list': { valueOf: (index) => Array.from({ length: index % 50 }, (_, entry) => entry * 1.5) },
};

/** How many values of a field are empty: those of a new item. */
const isEmpty = (index: number) => index % 10 === 0;

/** The field of a type, as a template names it. */
export const sampleField = (type: string): ExtensionField => ({
  name: 'sample',
  label: 'Sample',
  type,
  isRequired: false,
  ...(type === 'choice' || type === 'choices'
    ? {
        options: [
          { value: 'low', label: 'Low' },
          { value: 'high', label: 'High' },
        ],
      }
    : {}),
  ...samples[type]?.field,
});

/** One of the values of a type; the first is empty. */
export const sampleValue = (type: string, index: number): ExtensionValue =>
  isEmpty(index) ? null : (samples[type]?.valueOf(index) ?? null);

const sampleLook = (colorScheme: ExtensionLook['colorScheme']): ExtensionLook => ({
  colorScheme,
  primaryColor: '#4263eb',
  textColor: '#181b21',
  dimmedColor: '#535b68',
  borderColor: '#dfe2e7',
  inputColor: '#ffffff',
  fontFamily: 'system-ui',
  fontSize: 14,
  radius: 6,
});

/** The context of an editor for a value. */
export const sampleContext = (type: string, index: number): EditorContext => ({
  value: sampleValue(type, index),
  field: sampleField(type),
  item: index % 3 === 0 ? null : { templateId: 'sample', id: index % 3 === 1 ? null : index + 1 },
  error: index % 20 === 19 ? 'This value cannot be saved.' : null,
  look: sampleLook(index % 2 === 0 ? 'light' : 'dark'),
  language: 'en',
});

/** The kinds of values that a field takes; empty is taken by each. */
export function isOfType(type: string, value: unknown): boolean {
  if (value === null) return true;
  const isEach = (kind: string) => Array.isArray(value) && value.every((entry) => typeof entry === kind);
  if (type === 'integer' || type === 'float' || type === 'weight') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'choices' || type === 'text-list') return isEach('string');
  if (type === 'number-list') return isEach('number');
  return typeof value === 'string';
}

/** Items of a template: with values, and without any, as those of a new template are. */
const sampleItems = (templateId: string): ExtensionItem[] => [
  { templateId, id: 1, label: 'First', values: { sample: sampleValue('integer', 3) } },
  { templateId, id: 2, label: 'Second', values: {} },
];

/** The contexts of a panel, an action or a card, one after the other. */
export function sampleContexts(templateId: string): {
  panel: PanelContext[];
  action: ActionContext[];
  card: CardContext[];
} {
  const items = sampleItems(templateId);
  const around = { look: sampleLook('light'), language: 'en' };
  return {
    panel: items.map((item) => ({ item, ...around })),
    action: [{ templateId, fields: [sampleField('integer')], items, selected: items.length, ...around }],
    card: [
      {
        workspace: { id: 1, name: 'Sample workspace' },
        project: { id: 1, name: 'Sample project' },
        instance: { id: 1, environment: 'Dev' },
        ...around,
      },
    ],
  };
}
