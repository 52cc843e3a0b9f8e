/**
 * The widget script with the interface that Cloudflare's has: `turnstile.render`, `reset`, `remove`, `getResponse`,
 * `isExpired`, `ready`, and the callbacks in its options. `outcomes` (see turnstile-routes.ts) has the outcome of each
 * run; the last one applies to all further runs.
 */
export const turnstileScript = (outcomes: readonly string[]): string => `(() => {
  'use strict';
  const cookieOutcomes = ${JSON.stringify(outcomes)};
  const widgets = new Map();
  let made = 0;
  let runs = 0;

  const call = (widget, name, ...given) => {
    const callback = widget.options[name];
    const handler = typeof callback === 'string' ? window[callback] : callback;
    return typeof handler === 'function' ? handler(...given) : undefined;
  };
  const isThere = (widget) => widgets.get(widget.id) === widget;
  const say = (widget, text) => {
    widget.box.textContent = text;
  };
  const pass = (widget, kind) => {
    widget.token = 'stand-in.' + kind + '.' + crypto.randomUUID();
    widget.isExpired = false;
    widget.input.value = widget.token;
    say(widget, 'Success! (stand-in for Turnstile)');
    call(widget, 'callback', widget.token);
  };
  const expire = (widget) => {
    widget.token = undefined;
    widget.isExpired = true;
    widget.input.value = '';
    call(widget, 'expired-callback');
  };
  const interact = (widget) => {
    call(widget, 'before-interactive-callback');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Verify you are human';
    button.addEventListener('click', () => {
      call(widget, 'after-interactive-callback');
      pass(widget, 'pass');
    });
    widget.box.replaceChildren(button);
  };
  const end = (widget, outcome) => {
    if (/^[0-9]+$/.test(outcome)) {
      say(widget, 'Error ' + outcome + ' (stand-in for Turnstile)');
      if (!call(widget, 'error-callback', outcome)) console.warn('[Turnstile stand-in] Error: ' + outcome);
    } else if (outcome === 'interactive') interact(widget);
    else if (outcome === 'timeout') call(widget, 'timeout-callback');
    else if (outcome === 'unsupported') call(widget, 'unsupported-callback');
    else if (outcome === 'expire') {
      pass(widget, 'pass');
      setTimeout(() => isThere(widget) && expire(widget), 200);
    } else if (outcome !== 'silent') pass(widget, outcome);
  };
  const run = (widget) => {
    clearTimeout(widget.timer);
    const { sitekey } = widget.options;
    const ofKey = String(sitekey).startsWith('stand-in.') ? sitekey.split('.').slice(1) : ['pass'];
    const outcomes = cookieOutcomes.length > 0 ? cookieOutcomes : ofKey;
    const outcome = outcomes[Math.min(runs, outcomes.length - 1)];
    runs += 1;
    widget.token = undefined;
    widget.isExpired = false;
    widget.input.value = '';
    say(widget, 'Verifying... (stand-in for Turnstile)');
    widget.timer = setTimeout(() => end(widget, outcome), 50);
  };
  // Cloudflare's functions accept the id that render returned, or the container.
  const find = (which) =>
    which === undefined
      ? [...widgets.values()].at(0)
      : (widgets.get(which) ?? [...widgets.values()].find(({ container }) => container === resolve(which)));
  const resolve = (container) => (typeof container === 'string' ? document.querySelector(container) : container);

  window.turnstile = {
    render(container, options) {
      const element = resolve(container);
      if (!element) {
        console.error('[Turnstile stand-in] There is no container.');
        return undefined;
      }
      if (!options || !options.sitekey) throw new Error('[Turnstile stand-in] The site key is missing.');
      made += 1;
      const frame = document.createElement('div');
      const box = document.createElement('div');
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = options['response-field-name'] ?? 'cf-turnstile-response';
      frame.append(box, input);
      element.append(frame);
      const widget = { id: 'stand-in-' + made, container: element, options, frame, box, input, isExpired: false };
      widgets.set(widget.id, widget);
      run(widget);
      return widget.id;
    },
    reset(which) {
      const widget = find(which);
      if (widget) run(widget);
    },
    remove(which) {
      const widget = find(which);
      if (!widget) return;
      clearTimeout(widget.timer);
      widget.frame.remove();
      widgets.delete(widget.id);
    },
    getResponse: (which) => find(which)?.token,
    isExpired: (which) => find(which)?.isExpired ?? false,
    ready: (callback) => callback(),
  };
  const onload = document.currentScript && new URL(document.currentScript.src).searchParams.get('onload');
  if (onload && typeof window[onload] === 'function') window[onload]();
})();
`;
