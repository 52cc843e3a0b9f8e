// @ts-check
/**
 * Edits the path of a model, a text, and shows the model of that path as a turning wire frame, also in a panel next to the item. Frames have no network, so that the models are
 * part of the script: a studio writes small versions of its own into `models` when it builds the extension.
 */
/** @import { Editor, EditorContext, ExtensionHost, PanelContext } from '../../contract/extensions/extension-api.ts' */

/** @typedef {{ points: number[][], lines: number[][] }} Model points from -1 to 1; lines by the numbers of their points */

/** @type {Record<string, Model>} */
const models = {
  'models/chest.glb': {
    points: [
      [-1, -0.6, -0.6],
      [1, -0.6, -0.6],
      [1, 0.2, -0.6],
      [-1, 0.2, -0.6],
      [-1, -0.6, 0.6],
      [1, -0.6, 0.6],
      [1, 0.2, 0.6],
      [-1, 0.2, 0.6],
      [-1, 0.6, 0],
      [1, 0.6, 0],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
      [4, 5],
      [5, 6],
      [6, 7],
      [7, 4],
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
      [3, 8],
      [7, 8],
      [2, 9],
      [6, 9],
      [8, 9],
    ],
  },
  'models/sword.glb': {
    points: [
      [0, 1, 0],
      [0.12, 0.7, 0],
      [0.12, -0.4, 0],
      [-0.12, -0.4, 0],
      [-0.12, 0.7, 0],
      [0.4, -0.4, 0],
      [-0.4, -0.4, 0],
      [0, -0.4, 0.1],
      [0, -0.4, -0.1],
      [0, -0.9, 0],
    ],
    lines: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 0],
      [5, 6],
      [7, 8],
      [5, 7],
      [6, 7],
      [5, 8],
      [6, 8],
      [7, 9],
      [8, 9],
      [0, 7],
      [0, 8],
    ],
  },
  'models/gem.glb': {
    points: [
      [0, -1, 0],
      [0.8, 0.1, 0],
      [0, 0.1, 0.8],
      [-0.8, 0.1, 0],
      [0, 0.1, -0.8],
      [0.4, 0.6, 0],
      [0, 0.6, 0.4],
      [-0.4, 0.6, 0],
      [0, 0.6, -0.4],
    ],
    lines: [
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 1],
      [1, 5],
      [2, 6],
      [3, 7],
      [4, 8],
      [5, 6],
      [6, 7],
      [7, 8],
      [8, 5],
    ],
  },
};

/** Radians in a millisecond. */
const speed = 0.0008;

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Model} model
 * @param {number} angle
 * @param {string} color
 */
function draw(canvas, { points, lines }, angle, color) {
  const { width, height } = canvas.canvas;
  const scale = Math.min(width, height) * 0.4;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const flat = points.map(([x = 0, y = 0, z = 0]) => [
    width / 2 + (x * cosine + z * sine) * scale,
    height / 2 - (y + (z * cosine - x * sine) * 0.25) * scale,
  ]);
  canvas.clearRect(0, 0, width, height);
  canvas.strokeStyle = color;
  canvas.lineWidth = 2;
  canvas.beginPath();
  for (const [from = 0, to = 0] of lines) {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [flat[from], flat[to]];
    canvas.moveTo(x1, y1);
    canvas.lineTo(x2, y2);
  }
  canvas.stroke();
}

const styles = `
  .model { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  .model input { box-sizing: border-box; flex: 1; min-width: 160px; height: 36px; padding: 0 12px; border: 1px solid var(--qm-border);
    border-radius: var(--qm-radius); background: var(--qm-input); color: inherit; font: inherit; }
  .model input:focus-visible { outline: 2px solid var(--qm-primary); outline-offset: -1px; }
  .model canvas { max-width: 100%; border: 1px solid var(--qm-border); border-radius: var(--qm-radius); }
  .model output { flex-basis: 100%; color: var(--qm-dimmed); }
`;

/**
 * A canvas that shows the model of a path.
 * @param {number} width
 * @param {number} height
 */
function createView(width, height) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.setAttribute('role', 'img');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let shown = { path: '', color: '#888' };
  let isTurning = false;
  /** @param {number} time */
  const turn = (time) => {
    const model = models[shown.path];
    const pen = canvas.getContext('2d');
    if (!pen) return;
    if (model) draw(pen, model, still.matches ? 0.6 : time * speed, shown.color);
    else pen.clearRect(0, 0, canvas.width, canvas.height);
    if (model && !still.matches) requestAnimationFrame(turn);
    else isTurning = false;
  };
  /** @param {string} path @param {string} color */
  const show = (path, color) => {
    shown = { path, color };
    canvas.setAttribute('aria-label', `Model ${path}`);
    canvas.hidden = !(path in models);
    if (isTurning) return;
    isTurning = true;
    requestAnimationFrame(turn);
  };
  return { canvas, show };
}

/** @param {HTMLElement} root */
function begin(root) {
  root.className = 'model';
  const style = document.createElement('style');
  style.textContent = styles;
  document.head.append(style);
}

/**
 * @param {HTMLElement} root
 * @param {Editor} editor
 */
function createEditor(root, editor) {
  begin(root);
  const choices = Object.assign(document.createElement('datalist'), { id: 'models' });
  for (const path of Object.keys(models))
    choices.append(Object.assign(document.createElement('option'), { value: path }));
  const path = Object.assign(document.createElement('input'), { type: 'text', placeholder: 'models/chest.glb' });
  path.setAttribute('list', 'models');
  path.spellcheck = false;
  path.oninput = () => editor.change(path.value === '' ? null : path.value);
  const { canvas, show } = createView(160, 120);
  const note = document.createElement('output');
  root.append(canvas, path, choices, note);
  return /** @param {EditorContext} context */ ({ value, field, look }) => {
    const text = typeof value === 'string' ? value : '';
    if (path.value !== text) path.value = text;
    path.setAttribute('aria-label', `${field.label}, path`);
    note.textContent = text === '' || text in models ? '' : 'There is no model of this path.';
    show(text, look.textColor);
  };
}

/** @param {HTMLElement} root */
function createPanel(root) {
  begin(root);
  const { canvas, show } = createView(248, 186);
  const note = document.createElement('output');
  root.append(canvas, note);
  return /** @param {PanelContext} context */ ({ item, look }) => {
    const path = Object.values(item.values).find((value) => typeof value === 'string' && value in models);
    note.textContent = typeof path === 'string' ? path : 'No value of this item is the path of a model.';
    show(String(path ?? ''), look.textColor);
  };
}

/** @type {typeof globalThis & { quartermaster: ExtensionHost }} */ (globalThis).quartermaster.define({
  editor: createEditor,
  panel: createPanel,
});
