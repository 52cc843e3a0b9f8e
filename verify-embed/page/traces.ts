/** Run in the page: the names on window, without those of the automation. */
export const globalNames = () =>
  Reflect.ownKeys(window)
    .map(String)
    .filter((name) => !/^(__pw|__playwright|__ariaQuerySelector|\d+$)/.test(name));

/** Run in the page: the names of everything stored for its origin, each with the kind of its store. */
export async function storedNames(): Promise<string[]> {
  const named = (kind: string, names: (string | undefined)[]) => names.map((name) => `${kind} ${name}`);
  const databases = (await window.indexedDB?.databases?.()) ?? [];
  const cacheNames = window.isSecureContext ? await caches.keys() : [];
  const workers = (await navigator.serviceWorker?.getRegistrations?.()) ?? [];
  return [
    ...named('localStorage', Object.keys(localStorage)),
    ...named('sessionStorage', Object.keys(sessionStorage)),
    ...named(
      'cookie',
      document.cookie.split('; ').map((cookie) => cookie.split('=')[0]),
    ).filter((name) => name !== 'cookie '),
    ...named(
      'database',
      databases.map(({ name }) => name),
    ),
    ...named('cache', cacheNames),
    ...named(
      'serviceWorker',
      workers.map(({ scope }) => scope),
    ),
  ];
}
