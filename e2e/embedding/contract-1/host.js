// A studio's portal on version 1 of the host contract: do not change it (see index.html).
import { navigateToUrl, registerApplication, start } from 'single-spa';

const content = document.getElementById('content');
const colours = document.querySelector('select');
const place = document.getElementById('place');

/** The events that the console has sent, for observers outside the portal. */
const events = [];
window.portal = { events };

function onEvent(event) {
  events.push(event);
  switch (event.type) {
    case 'title':
      document.title = `${event.title} · Portal`;
      break;
    case 'breadcrumb':
      place.textContent = event.crumbs.map(({ label }) => label).join(' / ');
      break;
    case 'scheme':
      void setColours(event.colorScheme);
      break;
    case 'disposed':
      document.title = 'Portal';
      place.textContent = '';
      break;
  }
}

async function setColours(colorScheme) {
  colours.value = colorScheme;
  const { update } = await import('quartermaster');
  await update({ name: 'quartermaster', domElement: content, colorScheme });
}

registerApplication({
  name: 'quartermaster',
  app: () => import('quartermaster'),
  activeWhen: '/content',
  customProps: () => ({
    domElement: content,
    basename: '/content',
    colorScheme: colours.value,
    onEvent,
    navigate: navigateToUrl,
  }),
});

colours.addEventListener('change', () => void setColours(colours.value));
for (const link of document.querySelectorAll('nav a')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    navigateToUrl(link.getAttribute('href'));
  });
}
start();
