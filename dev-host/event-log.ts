import { byId, connectPanel, make } from './page-parts.ts';

const kept = 200;

/** The panel in which the portal shows the console's events, newest first. */
export function createEventLog(): { add: (event: { type: string }) => void } {
  const list = byId('log-list', HTMLOListElement);
  const toggle = connectPanel('log');
  let count = 0;

  const label = () => {
    toggle.textContent = count === 0 ? 'Events' : `Events (${count})`;
  };
  byId('log-clear', HTMLButtonElement).addEventListener('click', () => {
    list.replaceChildren();
    count = 0;
    label();
  });

  return {
    add(event) {
      const { type, ...rest } = event;
      const details = Object.keys(rest).length > 0 ? JSON.stringify(rest) : '';
      const time = new Date().toLocaleTimeString('en-GB', { hour12: false });
      list.prepend(make('li', {}, make('time', {}, time), make('strong', {}, type), make('code', {}, details)));
      list.children[kept]?.remove();
      count += 1;
      label();
    },
  };
}
