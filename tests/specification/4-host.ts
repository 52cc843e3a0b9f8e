// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  // Nodes
  { id: '4.host.nodes.three', where: 'mount', says: "a child in the host's element, an overlay node and a stylesheet link are added, and no other node" },
  { id: '4.host.nodes.removed', where: 'unmount', says: 'all of them are removed' },
  { id: '4.host.nodes.stylesheet', where: 'unmount', says: 'the stylesheet is removed with the last mount' },
  { id: '4.host.nodes.page', where: 'mount', says: 'nothing is set on html, body and the title' },
  { id: '4.host.nodes.marks', where: 'mount', says: "data-qm-page on the console's root is the pattern of its page, and data-qm-account marks the button whose title is the account's email address" },
  // Styles
  { id: '4.host.styles.out', where: 'mount', says: "the host's styles are the same before, while mounted with a dialog open, and after" },
  { id: '4.host.styles.hostile', where: 'mount', says: 'the console looks the same in a host with hostile styles' },
  { id: '4.host.styles.same', where: 'mount', says: 'a page of the console shows the same elements in the same sizes, with the same tab stops, as stand-alone' },
  { id: '4.host.styles.mantine', where: 'mount', says: 'the console looks the same in a host with a Mantine 7, 8 or 9 of its own' },
  { id: '4.host.styles.direction', where: 'mount', says: 'the console keeps its direction in a page from right to left' },
  { id: '4.host.styles.language', where: 'mount', says: 'the console says in which language it is' },
  { id: '4.host.styles.root-font-size', where: 'mount', says: "the console keeps its sizes whatever the font size of the host's root is" },
  { id: '4.host.styles.zoom', where: 'mount', says: 'in a zoomed page menus open at their buttons, and in a scaled one dialogs cover the window' },
  { id: '4.host.styles.scheme', where: 'colorScheme', says: "the host's colour scheme applies to the console" },
  // Crashes
  { id: '4.host.crash.first', where: 'mount', says: 'a crash at the first rendering shows a panel, and does not reach the page' },
  { id: '4.host.crash.later', where: 'mount', says: 'a later crash shows a panel, and the console is disposed' },
  { id: '4.host.crash.fallback', where: 'mount', says: 'a crash of what is shown in place of a crashed part shows a panel' },
  { id: '4.host.crash.unreported', where: 'mount', says: 'a crash that cannot be reported shows a panel, and does not reach the page' },
  { id: '4.host.crash.unmount', where: 'unmount', says: 'a crash while unmounting is told, and the console is gone all the same' },
  { id: '4.host.crash.retry', where: 'mount', says: '"Try again" brings the console back' },
  { id: '4.host.crash.callback', where: 'onEvent', says: 'a host whose callback throws keeps its console' },
  // Files
  { id: '4.host.files.stylesheet-missing', where: 'mount', says: 'a stylesheet that cannot be loaded shows a panel, and mount resolves' },
  { id: '4.host.files.stylesheet-tampered', where: 'mount', says: 'a stylesheet with another hash is refused' },
  { id: '4.host.files.chunk-missing', where: 'mount', says: 'a chunk that cannot be loaded shows a panel, and mount resolves' },
  { id: '4.host.files.back', where: 'mount', says: '"Try again" loads what is there again' },
  { id: '4.host.files.placeholder', where: 'mount', says: 'a placeholder is shown while a file hangs, then "The console is still loading …", then a panel' },
  { id: '4.host.files.page-hangs', where: 'mount', says: 'a first page whose code hangs shows that it is loading' },
  { id: '4.host.files.mount-time', where: 'mount', says: 'mount resolves within a second, whatever hangs' },
  { id: '4.host.files.leave', where: 'unmount', says: 'a console whose files hang can be left, and leaves no placeholder and no timer' },
  { id: '4.host.features.missing', where: 'mount', says: 'in a browser that lacks a feature that the console needs, a panel names it, and mount resolves' },
  // Releases
  { id: '4.host.releases.removed', where: 'mount', says: 'a pinned release that the server no longer has answers with a module that says so in a panel' },
  // Tests of hosts
  { id: '4.host.testing.shell', where: '@quartermaster/console/testing', says: 'the documented fake shell runs in Vitest with jsdom and with happy-dom' },
  { id: '4.host.testing.unanswered', where: '@quartermaster/console/testing', says: 'a call without an answer, or with one that is not of the API, fails the test with a sentence that names it' },
  // Calls
  { id: '4.host.calls.down', where: 'mount', says: 'with a server that cannot be reached mount and unmount resolve' },
  { id: '4.host.calls.incomplete', where: 'mount', says: 'a successful answer without its content shows the error page with its sentence' },
  { id: '4.host.calls.cookie-blocked', where: 'mount', says: 'a right sign-in whose cookie the browser blocks says so, and what to do' },
  { id: '4.host.calls.origin', where: 'CORS_ORIGINS', says: 'an origin that the server does not allow is named in a panel' },
  { id: '4.host.calls.token', where: 'getAccessToken', says: 'a host without a token gets the reason' },
  { id: '4.host.calls.clock', where: 'getAccessToken', says: 'a computer whose clock is ahead asks for a new token once more than others, and not before each call' },
  { id: '4.host.calls.connection', where: 'connections', says: 'a connection answers any number of requests, one after another, and pages that reuse it load whole each time' },
  // Memory
  { id: '4.host.memory.nodes', where: 'unmount', says: 'repeated mounts leave no more nodes than the first' },
  { id: '4.host.memory.listeners', where: 'unmount', says: 'a mount leaves no listener on the page' },
  { id: '4.host.memory.drag', where: 'unmount', says: 'a drag that is under way is cancelled' },
  { id: '4.host.memory.footprint', where: 'unmount', says: 'only published storage keys, cookies and globals stay' },
  // Mounted again
  { id: '4.host.again.page', where: 'mount', says: 'a page that was left less than five minutes ago is shown before any call is answered, then with what is true' },
  { id: '4.host.again.view', where: 'mount', says: 'it is scrolled as before, and has the focus if nothing else has' },
  { id: '4.host.again.nobody-else', where: 'mount', says: 'nothing of it is shown to another account, without a session or after its expiry' },
  { id: '4.host.again.token', where: 'getAccessToken', says: 'a user of the host sees it again with a new token, and another user does not' },
  { id: '4.host.again.lost', where: 'mount', says: 'nothing of it is shown once the session was lost' },
  { id: '4.host.again.same', where: 'mount', says: 'the elements of the console that was unmounted last are shown again, at another address with its page' },
  { id: '4.host.again.meanwhile', where: 'unmount', says: 'until then it calls nobody and listens to nothing' },
  { id: '4.host.again.thrown-away', where: 'unmount', says: 'it is thrown away after five minutes, for another user, with other props, after the end of the session, and with unsaved changes or an open menu' },
  // History and leaving
  { id: '4.host.history.pushes', where: 'history', says: 'pushes stay pushes under single-spa' },
  { id: '4.host.history.back', where: 'history', says: "the browser's back and the host's menu lead to pages of the console, without a reload" },
  { id: '4.host.history.outside', where: 'history', says: "the host's other addresses are left alone" },
  { id: '4.host.history.leave', where: 'history', says: 'leaving with unsaved changes asks first, and stays if the user stays' },
  { id: '4.host.history.inside', where: 'history', says: "the host's navigation within the console asks about unsaved changes first" },
  { id: '4.host.history.stops', where: 'unmount', says: 'an unmounted console no longer follows addresses' },
  // Several mounts, toggles
  { id: '4.host.mounts.apart', where: 'name', says: 'two mounts share no user, scheme or id' },
  { id: '4.host.mounts.outlives', where: 'unmount', says: 'one mount outlives the other' },
  { id: '4.host.mounts.replaces', where: 'mount', says: 'a mount of the same name in the same element replaces the previous one' },
  { id: '4.host.mounts.toggles', where: 'mount', says: 'fifteen toggles without waiting leave nothing' },
  { id: '4.host.mounts.during', where: 'unmount', says: 'an unmount during a mount leaves nothing' },
  // Policy
  { id: '4.host.policy.nonce', where: 'nonce', says: 'a strict policy with a nonce is not violated' },
  { id: '4.host.policy.trusted-types', where: 'nonce', says: 'Trusted Types are not violated' },
  // Checkout of the payment provider
  { id: '4.host.checkout.removed', where: 'checkout', says: "a closed checkout leaves nothing of the payment provider's script, even if that runs only afterwards" },
  { id: '4.host.checkout.own', where: 'checkout', says: "the host's own Paddle is neither used nor changed, and what it defines meanwhile stays" },
  { id: '4.host.checkout.retried', where: 'checkout', says: 'a payment script that failed to load is loaded again by the next try' },
  { id: '4.host.checkout.apart', where: 'checkout', says: 'checkouts of two mounts share nothing, and each leaves the other as it is' },
  // Focus
  { id: '4.host.focus.mount', where: 'mount', says: 'mounting does not take the focus' },
  { id: '4.host.focus.unmount', where: 'unmount', says: 'unmounting gives the focus back' },
  // Options of a host
  { id: '4.host.chrome.left-out', where: 'chrome', says: 'the header, the sidebar or both are left out, and come and go by an update, without a remount' },
  { id: '4.host.chrome.reachable', where: 'chrome', says: 'what only they offer stays reachable: Export under Exported data, Log out in the profile, in a narrow slot the sidebar' },
  { id: '4.host.only.shown', where: 'only', says: 'only the pages from a path on are shown, without header and sidebar, and all again after an update, without a remount' },
  { id: '4.host.only.left', where: 'onLeave', says: 'what leads to another page is handed to the host, and the page stays; without onLeave the user is told' },
  { id: '4.host.theme.tokens', where: 'theme', says: 'colour, font and radius of the host apply inside the console alone, and change without a remount' },
  { id: '4.host.theme.contrast', where: 'theme', says: 'whatever the colour, text on it and in it has a contrast of 4.5, and marks one of 3, in both schemes' },
  { id: '4.host.menu.data', where: 'onMenu', says: 'the menu is told as data, with what the user may open and the page that is shown, and again with each change' },
  { id: '4.host.components.react', where: '@quartermaster/console/react', says: 'a React component mounts, updates and unmounts the console with its props, once in strict mode' },
  { id: '4.host.components.element', where: '@quartermaster/console/element', says: 'a custom element does so with its attributes and properties, and keeps the console where it is moved' },
  { id: '4.host.components.load', where: '@quartermaster/console/react', says: 'a module that cannot be loaded is reported in the slot, in the browser\'s console and as the event error; React shows its fallback' },
  // Props and versions
  { id: '4.host.props.wrong', where: 'props', says: 'a wrong prop is named in a panel, with what is wrong with it' },
  { id: '4.host.props.update', where: 'update', says: 'a wrong prop in an update is told, and leaves the console as it is' },
  { id: '4.host.props.unknown', where: 'props', says: 'unknown props are ignored' },
  { id: '4.host.props.version', where: 'contractVersion', says: 'a host of another version of the contract is told what to do' },
  { id: '4.host.events.ready', where: 'onEvent', says: '"ready" and "disposed" are sent once each' },
  { id: '4.host.events.saved', where: 'onEvent', says: 'each successful save of an item, of images, a template or the navigation is told once, with names, ids and counts' },
  { id: '4.host.events.synced', where: 'onEvent', says: 'each successful sync and export is told once, with names, ids and counts' },
];
