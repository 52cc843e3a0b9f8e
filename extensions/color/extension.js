// @ts-check
/** Edits a text such as `#e8590c` by a color well, a palette and the text itself, and draws it as a square. */
/** @import { Editor, EditorContext, ExtensionHost, ExtensionValue } from '../../contract/extensions/extension-api.ts' */

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

/** @type {typeof globalThis & { quartermaster: ExtensionHost }} */ (globalThis).quartermaster.define({
  editor: createEditor,
  cell: (value) => {
    const color = colorOf(value);
    return color === undefined ? {} : { color, text: color };
  },
});
