import type { Break } from '../break.ts';

/** Breaks that affect a host's page. */
export const host: readonly Break[] = [
  {
    row: '4.host.checkout.removed',
    says: 'A script that runs after its checkout was closed keeps its global.',
    file: 'src/features/settings/billing/checkout/contained-page.ts',
    before: '    if (hasLeft) cleanUp();',
    after: '',
  },
  {
    row: '4.host.chrome.left-out',
    says: 'An update of other props shows the header and the sidebar again.',
    file: 'src/app/create-chrome.ts',
    before: "if ('chrome' in changes) chrome = changes.chrome;",
    after: 'chrome = changes.chrome;',
  },
  {
    row: '4.host.crash.callback',
    says: "An error in the host's callback ends the mount.",
    file: 'src/lifecycles/host-events.ts',
    before: 'reportError(error);',
    after: 'throw error;',
  },
  {
    row: '4.host.crash.first',
    says: 'A crash of the console reaches the page.',
    file: 'src/lifecycles/start-console.tsx',
    before: '<CrashBoundary onCrash={(error) => crashed(error)}>',
    after: '<CrashBoundary onCrash={(error) => reportError(error)}>',
  },
  {
    row: '4.host.crash.later',
    says: 'A console that has crashed is not disposed.',
    file: 'src/lifecycles/mount.ts',
    before: 'await stopped?.unmount();',
    after: 'void stopped;',
  },
  {
    row: '4.host.events.saved',
    says: 'A failed save is reported as a success.',
    file: 'src/app/query-client.ts',
    before: 'if (isOfAccess(error)) onRefused(error);',
    after: `if (isOfAccess(error)) onRefused(error);
        const failed = mutation.meta?.done?.({ id: 0 }, _variables);
        if (failed) onDone(failed);`,
  },
  {
    row: '4.host.files.chunk-missing',
    says: 'A chunk that cannot be loaded rejects the mount without a panel.',
    file: 'src/lifecycles/mount.ts',
    before: "if (!ended) fallback.fail('load', error, chunkFailed);",
    after: "if (!ended) emitError('load', error, true);",
  },
  {
    row: '4.host.files.chunk-tampered',
    says: 'Chunks are not checked by their hashes.',
    file: 'src/chunks/scripts.ts',
    before: 'script.integrity = integrity;',
    after: 'script.dataset.integrity = integrity;',
  },
  {
    row: '4.host.files.stylesheet-tampered',
    says: 'The stylesheet is not checked by its hash.',
    file: 'src/lifecycles/isolation/stylesheet.ts',
    before: 'link.integrity = integrity;',
    after: 'link.dataset.integrity = integrity;',
  },
  {
    row: '4.host.history.inside',
    says: "The host's navigation within the console does not ask for confirmation.",
    file: 'src/lifecycles/isolation/host-navigation.ts',
    before: 'if (host.isDirty() && win.location.pathname !== current.pathname) {',
    after: 'if (host.isDirty() && win.location.pathname === current.href) {',
  },
  {
    row: '4.host.history.leave',
    says: 'Leaving with unsaved changes asks for confirmation, and ignores the answer.',
    file: 'src/lifecycles/isolation/leave-guard.ts',
    before: 'if (!window.confirm(question)) cancelNavigation?.();',
    after: `if (!window.confirm(question)) cancelNavigation?.(false);
    void cancelNavigation;`,
  },
  {
    row: '4.host.history.pushes',
    says: 'The echo of a push is mistaken for a back navigation.',
    file: 'src/lifecycles/isolation/router-window.ts',
    before: 'return key !== null && keys.includes(key);',
    after: 'return key !== null && keys.length < 0;',
  },
  {
    row: '4.host.memory.listeners',
    says: 'A pressed pointer leaves its listeners on the document.',
    file: 'src/lifecycles/isolation/presses.ts',
    before: '      unlisten();',
    after: '',
  },
  {
    row: '4.host.mounts.replaces',
    says: 'A mount without a name replaces none.',
    file: 'src/lifecycles/create-lifecycles.ts',
    before: 'const before = [...mounts].find((other) => other.name === mount.name && other.parent === mount.parent);',
    after:
      'const before = [...mounts].find((other) => other.name === (props as { name?: string }).name && other.parent === mount.parent);',
  },
  {
    row: '4.host.mounts.toggles',
    says: 'An unmount does nothing before the console is rendered.',
    file: 'src/lifecycles/mount.ts',
    before: `async end() {
      if (ended) return;`,
    after: `async end() {
      if (ended || !running) return;`,
  },
  {
    row: '4.host.nodes.removed',
    says: 'The overlay node stays after an unmount.',
    file: 'src/lifecycles/isolation/frame.ts',
    before: '      overlay.remove();',
    after: '',
  },
  {
    row: '4.host.policy.modules',
    says: 'A refused script is a missing file.',
    file: 'src/lifecycles/plugin-chunks.ts',
    before: 'if (error instanceof ScriptError && !refusal.isReported()) throw error;',
    after: 'if (error instanceof Error) throw error;',
  },
  {
    row: '4.host.policy.trusted-types',
    says: 'A mount empties its node through innerHTML.',
    file: 'src/lifecycles/isolation/frame.ts',
    before: 'const scale = keepScale(root, overlay);',
    after: `const scale = keepScale(root, overlay);
      root.innerHTML = '';`,
  },
  {
    row: '4.host.props.version',
    says: 'A host of a newer version of the contract is mounted.',
    file: 'src/lifecycles/props/check-version.ts',
    before: `\`This page was written for version \${asked} of the host contract (the prop "contractVersion"), and release \${release.version} of Quartermaster supports \${supported}.\`,
    isNewer`,
    after: `\`This page was written for version \${asked} of the host contract (the prop "contractVersion"), and release \${release.version} of Quartermaster supports \${supported}.\`,
    !isNewer`,
  },
  {
    row: '4.host.styles.hostile',
    says: "The host's rules for elements apply in the console.",
    file: 'src/lifecycles/isolation/reset.css',
    before: `[data-qm-root] :where(:not(svg, svg *, img, picture, video, canvas, iframe)) {
  all: revert;`,
    after: '[data-qm-root] :where(:not(svg, svg *, img, picture, video, canvas, iframe)) {',
  },
  {
    row: '4.host.styles.out',
    says: "A mount changes the styles of the element around the host's own.",
    file: 'src/lifecycles/isolation/frame.ts',
    before: 'const scale = keepScale(root, overlay);',
    after: `const scale = keepScale(root, overlay);
      parent.parentElement?.style.setProperty('letter-spacing', '1px');`,
  },
  {
    row: '4.host.styles.zoom',
    says: 'Menus are placed as if the page were not zoomed.',
    file: 'src/lifecycles/isolation/scale.ts',
    before: "    overlay.style.zoom = zoom === 1 ? '' : String(1 / zoom);",
    after: '',
  },
];
