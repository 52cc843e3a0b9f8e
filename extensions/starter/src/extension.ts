import type { Editor, EditorContext, ExtensionHost, ExtensionValue } from './extension-api.generated.d.ts';

declare const quartermaster: ExtensionHost;

const most = 5;

/** The number of stars of a value. */
export const starsOf = (value: ExtensionValue): number =>
  typeof value === 'number' ? Math.min(most, Math.max(0, Math.round(value))) : 0;

/** Draws the editor, and returns what is called with each value. */
export function createEditor(root: HTMLElement, editor: Editor): (context: EditorContext) => void {
  const buttons = Array.from({ length: most }, (_, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '★';
    button.title = `${index + 1}`;
    button.style.cssText = 'border: 0; background: none; font-size: 22px; cursor: pointer;';
    button.onclick = () => editor.change(button.getAttribute('aria-pressed') === 'true' ? null : index + 1);
    return button;
  });
  root.append(...buttons);
  return ({ value, field, look }) => {
    const stars = starsOf(value);
    buttons.forEach((button, index) => {
      button.setAttribute('aria-label', `${field.label}: ${index + 1}`);
      button.setAttribute('aria-pressed', String(index + 1 === stars));
      button.style.color = index < stars ? look.primaryColor : look.borderColor;
    });
  };
}

quartermaster.define({
  editor: createEditor,
  cell: (value) => ({ text: '★'.repeat(starsOf(value)) }),
});
