/** An extension whose panel and action attack the console: each button tries one thing, by messages of its own if need be. */
let port;
const { postMessage } = MessagePort.prototype;
MessagePort.prototype.postMessage = function (...message) {
  port = this;
  return postMessage.apply(this, message);
};
const say = (message) => postMessage.call(port, message);

/** What a panel is not offered. */
const ofPanel = {
  'change of the item': () => say({ type: 'change', value: 7 }),
  'changes of items': () => say({ type: 'change-items', items: [{ id: 1, values: { level: 7 } }] }),
  'another item': () => say({ type: 'item', templateId: 'hero', id: 1 }),
  'all keys': () => say({ type: 'key', keys: 'a' }),
  'flood of keys': () => {
    for (let count = 0; count < 1000; count += 1) say({ type: 'key', keys: 'Escape' });
  },
  'save with the focus': () => say({ type: 'key', keys: 'mod+s' }),
  'save and close with the focus': () => say({ type: 'key', keys: 'mod+enter' }),
  'keys without the focus': () =>
    setTimeout(() => {
      say({ type: 'key', keys: 'mod+s' });
      say({ type: 'toast', text: 'It has pressed a key.' });
    }, 1000),
  'huge height': () => {
    document.body.lastElementChild.style.height = '100000px';
  },
};

const ofAction = ({ context, action }) => {
  const [{ id }] = context.items;
  return {
    'items that are not selected': () =>
      action.change([
        { id, values: { level: 7 } },
        { id: id + 1, values: { level: 7 } },
      ]),
    'too many items': () => action.change(Array.from({ length: 1001 }, () => ({ id, values: { level: 7 } }))),
    'huge values': () => action.change([{ id, values: { level: 'x'.repeat(1_000_000) } }]),
    'no changes': () => action.change({ all: true }),
    'value of a field': () => say({ type: 'change', value: 7 }),
    flood: () => {
      for (let count = 0; count < 1000; count += 1) action.change([{ id, values: { level: count % 9 } }]);
    },
    'a field in rows': () => action.change([{ id, values: { 'drops.amount': 7 } }]),
    'an honest change': () => action.change([{ id, values: { level: 8 } }]),
  };
};

const draw = (root, attempts, context) => {
  root.replaceChildren(Object.assign(document.createElement('p'), { textContent: `told: ${JSON.stringify(context)}` }));
  for (const [name, attempt] of Object.entries(attempts))
    root.append(
      Object.assign(document.createElement('button'), { type: 'button', textContent: name, onclick: attempt }),
    );
};

quartermaster.define({
  panel: (root) => (context) => draw(root, ofPanel, context),
  action: (root, action) => (context) => draw(root, ofAction({ context, action }), context),
});
