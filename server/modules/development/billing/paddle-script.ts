/**
 * The script that stands in for Paddle.js, with the part of its interface that a checkout needs: `Paddle.Environment.set`,
 * `Initialize`, `Checkout.open` and `close`, and the events of `eventCallback`. The checkout is a frame of this server.
 */
export const paddleScript = (origin: string): string => `(() => {
  'use strict';
  const origin = ${JSON.stringify(origin)};
  let callback;
  let opened;

  const emit = (name, data) => {
    if (typeof callback === 'function') callback({ name, data });
  };
  const close = () => {
    if (!opened) return;
    const { frame, onMessage } = opened;
    opened = undefined;
    window.removeEventListener('message', onMessage);
    frame.remove();
    emit('checkout.closed', {});
  };
  const open = ({ items, customData, transactionId, settings = {} }) => {
    close();
    const holder = document.getElementsByClassName(settings.frameTarget)[0];
    if (!holder) throw new Error('[Paddle stand-in] There is no element with the class ' + settings.frameTarget + '.');
    const [item] = items ?? [];
    const order = transactionId
      ? { transaction: transactionId }
      : {
          price: item.priceId,
          quantity: String(item.quantity ?? 1),
          workspace: String(customData.workspace_id),
          proof: String(customData.proof),
        };
    const frame = document.createElement('iframe');
    frame.title = 'Checkout';
    frame.src = origin + '/dev/billing/checkout?' + new URLSearchParams({ ...order, theme: settings.theme ?? 'light' });
    frame.height = String(settings.frameInitialHeight ?? 450);
    frame.style.cssText = settings.frameStyle ?? 'width: 100%; border: none;';
    const onMessage = (event) => {
      if (event.origin === origin && event.source === frame.contentWindow) emit(event.data.name, event.data.data);
    };
    opened = { frame, onMessage };
    window.addEventListener('message', onMessage);
    holder.append(frame);
  };

  const paddle = {
    Version: 'stand-in',
    Environment: { set() {} },
    Initialize(options) {
      callback = options.eventCallback;
      paddle.Initialized = true;
    },
    Update(options) {
      if (options.eventCallback) callback = options.eventCallback;
    },
    Initialized: false,
    Checkout: { open, close },
  };
  window.Paddle = paddle;
  window.PaddleBillingV1 = paddle;
})();
`;
