// @ts-check
/**
 * Edits a text such as `#e8590c` by a color well, a palette and the text itself, and draws it as a square; its action gives selected items
 * the colors between two.
 */
/** @import { Action, ActionContext, Editor, EditorContext, ExtensionHost, ExtensionValue } from '../../contract/extensions/extension-api.ts' */

const palette = [
  '#e03131',
  '#f08c00',
  '#fcc419',
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#868e96',
  '#212529',
];
const hex = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** @param {ExtensionValue} value */
const colorOf = (value) => (typeof value === 'string' && hex.test(value) ? value : undefined);

/**
 * The same color with six digits, which a color well needs.
 * @param {string} color
 */
const sixDigits = (color) =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color;

const styles = `
  div.color { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; min-height: 36px; }
  .color input { box-sizing: border-box; height: 36px; border: 1px solid var(--qm-border); border-radius: var(--qm-radius);
    background: var(--qm-input); color: inherit; font: inherit; }
  .color select, .color button.wide { width: auto; height: 36px; padding: 0 12px; border: 1px solid var(--qm-border);
    border-radius: var(--qm-radius); background: var(--qm-input); color: inherit; font: inherit; }
  .color input[type='color'] { width: 44px; padding: 4px; }
  .color input[type='text'] { width: 112px; padding: 0 12px; }
  .color .palette { display: flex; gap: 4px; }
  .color button { width: 24px; height: 24px; padding: 0; border: 1px solid var(--qm-border); border-radius: 4px; forced-color-adjust: none; }
  .color :focus-visible { outline: 2px solid var(--qm-primary); outline-offset: 1px; }
`;

/**
 * @param {HTMLElement} root
 * @param {Editor} editor
 */
function createEditor(root, editor) {
  root.className = 'color';
  const style = document.createElement('style');
  style.textContent = styles;
  const well = Object.assign(document.createElement('input'), { type: 'color' });
  const text = Object.assign(document.createElement('input'), { type: 'text', placeholder: '#e8590c', maxLength: 7 });
  text.spellcheck = false;
  const swatches = document.createElement('div');
  swatches.className = 'palette';
  for (const color of palette) {
    const button = Object.assign(document.createElement('button'), { type: 'button', title: color });
    button.style.background = color;
    button.onclick = () => editor.change(color);
    swatches.append(button);
  }
  well.oninput = () => editor.change(well.value);
  text.oninput = () => editor.change(text.value === '' ? null : text.value);
  document.head.append(style);
  root.append(well, text, swatches);
  return /** @param {EditorContext} context */ ({ value, field, error }) => {
    const shown = typeof value === 'string' ? value : '';
    if (text.value !== shown) text.value = shown;
    well.value = sixDigits(colorOf(value) ?? '#000000');
    well.setAttribute('aria-label', `${field.label}, color`);
    text.setAttribute('aria-label', `${field.label}, as text`);
    text.setAttribute('aria-invalid', String(error !== null));
  };
}

/**
 * The color at a part of the way from one to another.
 * @param {string} from
 * @param {string} to
 * @param {number} part
 */
function between(from, to, part) {
  const channels = [1, 3, 5].map((at) => {
    const [first, last] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((first ?? 0) + ((last ?? 0) - (first ?? 0)) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/**
 * @param {HTMLElement} root
 * @param {Action} action
 */
function createAction(root, action) {
  root.className = 'color';
  const style = document.createElement('style');
  style.textContent = styles;
  document.head.append(style);
  const field = document.createElement('select');
  field.setAttribute('aria-label', 'Field');
  const wells = ['#1971c2', '#e03131'].map((value, index) => {
    const well = Object.assign(document.createElement('input'), { type: 'color', value });
    well.setAttribute('aria-label', index === 0 ? 'First color' : 'Last color');
    return well;
  });
  const propose = Object.assign(document.createElement('button'), { type: 'button', className: 'wide' });
  propose.textContent = 'Show the colors';
  root.append(field, ...wells, propose);
  /** @type {ActionContext['items']} */
  let items = [];
  propose.onclick = () => {
    const [from = '#000000', to = '#ffffff'] = wells.map(({ value }) => value);
    const last = Math.max(1, items.length - 1);
    action.change(items.map(({ id }, index) => ({ id, values: { [field.value]: between(from, to, index / last) } })));
  };
  return /** @param {ActionContext} context */ (context) => {
    items = context.items;
    const texts = context.fields.filter(({ type }) => type === 'text');
    const before = field.value;
    field.replaceChildren(
      ...texts.map(({ name, label }) =>
        Object.assign(document.createElement('option'), { value: name, textContent: label }),
      ),
    );
    const isColored = texts.find(({ name }) => items.some(({ values }) => hex.test(String(values[name]))));
    field.value = before || (isColored?.name ?? texts[0]?.name ?? '');
    propose.disabled = texts.length === 0;
  };
}

/** @type {typeof globalThis & { quartermaster: ExtensionHost }} */ (globalThis).quartermaster.define({
  editor: createEditor,
  action: createAction,
  cell: (value) => {
    const color = colorOf(value);
    return color === undefined ? {} : { color, text: color };
  },
});
