// @ts-check
/**
 * Edits a place on a map, a list of two numbers from 0 to 100 (percent from the left and from the top): a click on the picture, or the arrow
 * keys while it has the focus. Its card shows the map on the dashboard. A studio replaces `map` by a `data:` address of its own picture.
 */
/** @import { CardContext, Editor, EditorContext, ExtensionHost, ExtensionValue } from '../../contract/extensions/extension-api.ts' */

const map = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90">
  <rect width="160" height="90" fill="#74c0fc"/>
  <path d="M12 62 30 30 58 22 84 30 96 18 128 24 150 46 138 70 104 80 70 70 40 78z" fill="#8ce99a" stroke="#2b8a3e"/>
  <path d="M60 40 70 24 82 44zM76 46 88 28 100 48z" fill="#adb5bd"/>
  <path d="M96 18Q92 44 70 70" fill="none" stroke="#1c7ed6" stroke-width="2"/>
</svg>`)}`;

/** @typedef {{ x: number, y: number }} Place */

/**
 * @param {ExtensionValue} value
 * @returns {Place | undefined}
 */
function placeOf(value) {
  if (!Array.isArray(value)) return undefined;
  const [x, y] = value;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** @param {number} percent */
const within = (percent) => Math.min(100, Math.max(0, Math.round(percent * 10) / 10));

const styles = `
  .map { position: relative; width: min(320px, 100%); aspect-ratio: 16 / 9; overflow: hidden; border: 1px solid var(--qm-border);
    border-radius: var(--qm-radius); background: center / cover url("${map}"); cursor: crosshair; touch-action: none; }
  .map:focus-visible { outline: 2px solid var(--qm-primary); outline-offset: -2px; }
  .map i { position: absolute; width: 12px; height: 12px; margin: -8px; border: 2px solid #fff; border-radius: 50%; background: #e03131;
    box-shadow: 0 0 0 1px #000; forced-color-adjust: none; }
  .map i[hidden] { display: none; }
  .line { display: flex; gap: 8px; align-items: center; margin-top: 4px; color: var(--qm-dimmed); }
  .line button { border: 0; padding: 0; background: none; color: var(--qm-primary); font: inherit; cursor: pointer; }
`;

/** How far an arrow key moves the place, in percent; ten times as far with Shift. */
const step = 0.5;
/** @type {Record<string, [number, number]>} */
const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };

/**
 * @param {HTMLElement} root
 * @param {Editor} editor
 */
function createEditor(root, editor) {
  const style = document.createElement('style');
  style.textContent = styles;
  document.head.append(style);
  const picture = document.createElement('div');
  picture.className = 'map';
  picture.tabIndex = 0;
  picture.setAttribute('role', 'application');
  const mark = document.createElement('i');
  const line = document.createElement('div');
  line.className = 'line';
  const text = document.createElement('output');
  const clear = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Clear' });
  picture.append(mark);
  line.append(text, clear);
  root.append(picture, line);

  /** @type {Place | undefined} */
  let place;
  /** @param {Place} next */
  const choose = ({ x, y }) => editor.change([within(x), within(y)]);
  picture.onpointerdown = (event) => {
    const { left, top, width, height } = picture.getBoundingClientRect();
    choose({ x: ((event.clientX - left) / width) * 100, y: ((event.clientY - top) / height) * 100 });
  };
  picture.onkeydown = (event) => {
    const [x, y] = moves[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const from = place ?? { x: 50, y: 50 };
    const factor = event.shiftKey ? 10 : 1;
    choose({ x: from.x + x * factor, y: from.y + y * factor });
  };
  clear.onclick = () => editor.change([]);
  return /** @param {EditorContext} context */ ({ value, field }) => {
    place = placeOf(value);
    mark.hidden = clear.hidden = place === undefined;
    if (place) Object.assign(mark.style, { left: `${place.x}%`, top: `${place.y}%` });
    text.textContent = place ? `${place.x} % from the left, ${place.y} % from the top` : 'Click on the map';
    picture.setAttribute('aria-label', `${field.label}: ${text.textContent}. Arrow keys move it.`);
  };
}

/** @param {HTMLElement} root */
function createCard(root) {
  const picture = document.createElement('img');
  picture.src = map;
  picture.style.cssText = 'display: block; width: 100%; border-radius: var(--qm-radius);';
  const line = document.createElement('div');
  line.style.cssText = 'margin-top: 4px; color: var(--qm-dimmed);';
  root.append(picture, line);
  return /** @param {CardContext} context */ ({ project, instance }) => {
    line.textContent = `${project.name}, ${instance.environment}`;
    picture.alt = `The map of ${project.name}`;
  };
}

/** @type {typeof globalThis & { quartermaster: ExtensionHost }} */ (globalThis).quartermaster.define({
  editor: createEditor,
  card: createCard,
  cell: (value) => {
    const place = placeOf(value);
    return place ? { text: `${place.x} % / ${place.y} %` } : {};
  },
});
