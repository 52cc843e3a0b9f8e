import type {
  Action,
  ActionContext,
  CardContext,
  CellDrawing,
  Editor,
  EditorContext,
  ExtensionField,
  ExtensionValue,
  Panel,
  PanelContext,
  ProposedChange,
} from './extension-api.ts';

/** The parts of an extension that draw themselves: the context that each gets, and the requests that it can make. */
export interface DrawnParts {
  editor: { context: EditorContext; requests: Editor };
  panel: { context: PanelContext; requests: Panel };
  action: { context: ActionContext; requests: Action };
  card: { context: CardContext; requests: Panel };
}

/** A kind of {@link DrawnParts}. */
export type DrawnKind = keyof DrawnParts;

/** The keys that a frame passes to the console. Its script can send them itself, so none of them may change stored content without a question. */
export const passedKeys = ['mod+s', 'mod+enter', 'mod+k', 'alt+PageUp', 'alt+PageDown', 'Escape'] as const;

/** What the console says to the frame of an extension, by a message channel. */
export type ToExtension =
  | { [K in DrawnKind]: { type: K; context: DrawnParts[K]['context'] } }[DrawnKind]
  | { type: 'cells'; cells: readonly { id: number; value: ExtensionValue; field: ExtensionField }[] }
  | { type: 'focus' }
  | { type: 'ping' };

/** What the frame of an extension says to the console. */
export type FromExtension =
  | { type: 'defined' }
  | { type: 'pong' }
  /** It threw, or does not have what it was asked for. */
  | { type: 'failed' }
  | { type: 'change'; value: ExtensionValue }
  | { type: 'change-items'; items: readonly ProposedChange[] }
  | { type: 'key'; keys: (typeof passedKeys)[number] }
  | { type: 'height'; height: number }
  | { type: 'toast'; text: string }
  | { type: 'open-item'; templateId: string; id: number }
  /** Each drawing is checked by {@link isDrawing}, so that a wrong one is missing and no other. */
  | { type: 'cells'; cells: readonly { id: number; drawing: unknown }[] };

/** The bounds of what is accepted from an extension. */
export const extensionLimits = {
  /** Bytes of its script. */
  script: 512 * 1024,
  /** Bytes of its manifest. */
  manifest: 16 * 1024,
  /** Extensions of a workspace. */
  inWorkspace: 50,
  /** Milliseconds until its page and script have arrived. */
  loading: 15_000,
  /** Milliseconds until it is defined then, and between a ping and its answer; then the console does without it. */
  answer: 3000,
  /** Messages in a second; one that sends more is removed. */
  messages: 100,
  /** Milliseconds between two keys at least; others are ignored, as those of a key that is held down. */
  keys: 100,
  /** Items that an action gets and changes, and values of each with its label. */
  items: 1000,
  valuesOfItem: 50,
  /** Characters of proposed changes as JSON. The request, with up to 3 bytes for each and the ids of fields, fits a body with items. */
  changes: 500_000,
  /** Pixels. */
  height: { least: 24, most: 480 },
  /** Characters of a text value, of the texts of a list together, and entries of a list. */
  text: 100_000,
  entries: 1000,
  /** Characters of a toast and of the text of a cell. */
  shortText: 200,
  /** Characters of the picture of a cell. */
  picture: 16 * 1024,
  /** Values that are drawn by one message. */
  cells: 200,
};

type Checks = { [T in FromExtension['type']]: (message: Record<string, unknown>) => boolean };

const { shortText, text: longText, entries, cells: mostCells } = extensionLimits;

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= entries &&
  (value.every(isNumber) ||
    (value.every((entry) => typeof entry === 'string') &&
      value.reduce((sum, { length }) => sum + length, 0) <= longText));

const isValue = (value: unknown): value is ExtensionValue =>
  value === null || typeof value === 'boolean' || isNumber(value) || isText(value, longText) || isList(value);

const isProposedChange = (value: unknown): value is ProposedChange =>
  isRecord(value) &&
  Number.isSafeInteger(value.id) &&
  (value.label === undefined || isText(value.label, longText)) &&
  (value.values === undefined ||
    (isRecord(value.values) &&
      Object.keys(value.values).length + (value.label === undefined ? 0 : 1) <= extensionLimits.valuesOfItem &&
      Object.values(value.values).every(isValue)));

function areProposedChanges(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > extensionLimits.items) return false;
  let length = 0;
  // Values that a message has once, and all of its items use, are counted for each: too many are not written to one text.
  for (const change of value) {
    if (!isProposedChange(change)) return false;
    length += JSON.stringify(change).length;
    if (length > extensionLimits.changes) return false;
  }
  return true;
}

const color = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i;
const picture = /^data:image\/(?:png|jpeg|webp);base64,[\da-z+/]+=*$/i;

/** True for what may be drawn in place of a value. */
export const isDrawing = (value: unknown): value is CellDrawing =>
  isRecord(value) &&
  (value.text === undefined || isText(value.text, shortText)) &&
  (value.color === undefined || (isText(value.color, 9) && color.test(value.color))) &&
  (value.picture === undefined || (isText(value.picture, extensionLimits.picture) && picture.test(value.picture)));

const checks: Checks = {
  defined: () => true,
  pong: () => true,
  failed: () => true,
  change: ({ value }) => isValue(value),
  'change-items': ({ items }) => areProposedChanges(items),
  key: ({ keys }) => passedKeys.some((passed) => passed === keys),
  height: ({ height }) => isNumber(height),
  toast: ({ text }) => isText(text, shortText),
  'open-item': ({ templateId, id }) => isText(templateId, 100) && Number.isSafeInteger(id),
  cells: ({ cells }) =>
    Array.isArray(cells) &&
    cells.length <= mostCells &&
    cells.every((cell) => isRecord(cell) && Number.isSafeInteger(cell.id)),
};

/** Reads a message of an extension, which may be anything; undefined if it is none of {@link FromExtension}. */
export function readFromExtension(message: unknown): FromExtension | undefined {
  if (!isRecord(message)) return undefined;
  const { type } = message;
  const check =
    typeof type === 'string' && Object.hasOwn(checks, type) ? checks[type as FromExtension['type']] : undefined;
  // The check has compared it with the type of this name.
  return check?.(message) ? (message as FromExtension) : undefined;
}
