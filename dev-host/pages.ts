import { byId, make } from './page-parts.ts';

/** The portal's own pages, with its own styles, which an embedded console must not affect. */
const pages: Record<string, () => Node[]> = {
  '/': () => [
    make('h1', {}, 'Good to have you back'),
    make(
      'p',
      { class: 'lead' },
      'This is a small studio portal on its own origin. Quartermaster is mounted under Content by single-spa, through an import map.',
    ),
    make(
      'div',
      { class: 'cards' },
      card('Content', 'Heroes, abilities and items: the content of the game.', '/content'),
      card('Players', 'Look up who plays, and what they own.', '/players'),
    ),
  ],
  '/players': () => [
    make('h1', {}, 'Players'),
    make('p', { class: 'lead' }, 'Find a player by name or id.'),
    playerSearch(),
  ],
};

/** Shows the page for a path; null hides all pages to make room for the console. */
export function showHostPage(pathname: string | null) {
  const place = byId('page', HTMLElement);
  place.hidden = pathname === null;
  if (pathname === null) return place.replaceChildren();
  const page = pages[pathname] ?? notFound;
  place.replaceChildren(...page());
}

function notFound(): Node[] {
  return [make('h1', {}, 'Nothing here'), make('p', { class: 'lead' }, 'The portal has no page of this address.')];
}

function card(title: string, text: string, href: string): HTMLElement {
  return make('article', { class: 'card' }, make('h2', {}, make('a', { href }, title)), make('p', {}, text));
}

function playerSearch(): HTMLElement {
  const input = make('input', { type: 'search', name: 'player', placeholder: 'Name or id', 'aria-label': 'Player' });
  const answer = make('p', { role: 'status' });
  const form = make('form', { class: 'search' }, input, make('button', { type: 'submit' }, 'Search'), answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer.textContent = input.value ? `No player is called “${input.value}”: this portal has no players yet.` : '';
  });
  return form;
}
