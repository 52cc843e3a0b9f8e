import { join } from 'node:path';
import { build } from 'rolldown';
import { exampleOf } from './documented-examples.ts';

const components = join(import.meta.dirname, '../../package/components');

/** The routes of a portal, with the documented page of the console; each shows the router's own location. */
const portals: Record<string, { language: string; source: (links: string) => string }> = {
  'React Router': {
    language: 'jsx',
    source: (links) => `
      import { createRoot } from 'react-dom/client';
      import { createBrowserRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router-dom';
      import { ContentPage } from 'page';
      function Layout() {
        const at = useLocation();
        return <>
          <nav>{${links}.map(([label, to]) => <Link key={to} to={to}>{label}</Link>)}</nav>
          <output>{at.pathname + at.search}</output><main><Outlet /></main>
        </>;
      }
      const children = [{ path: '/content/*', element: <ContentPage /> }, { path: '*', element: <h1>Portal</h1> }];
      const router = createBrowserRouter([{ element: <Layout />, children }]);
      createRoot(document.getElementById('portal')).render(<RouterProvider router={router} />);`,
  },
  'Vue Router': {
    language: 'js',
    source: (links) => `
      import { createApp, h } from 'vue';
      import { createRouter, createWebHistory, RouterLink, RouterView, useRoute } from 'vue-router';
      import { ContentPage } from 'page';
      const routes = [
        { path: '/content/:page(.*)*', component: ContentPage },
        { path: '/:page(.*)*', component: { render: () => h('h1', 'Portal') } },
      ];
      const Layout = {
        setup() {
          const at = useRoute();
          return () => [
            h('nav', ${links}.map(([label, to]) => h(RouterLink, { to }, () => label))),
            h('output', at.fullPath), h('main', [h(RouterView)]),
          ];
        },
      };
      createApp(Layout).use(createRouter({ history: createWebHistory(), routes })).mount('#portal');`,
  },
  'TanStack Router': {
    language: 'jsx',
    source: (links) => `
      import { createRoot } from 'react-dom/client';
      import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider, useLocation } from '@tanstack/react-router';
      import { ContentPage } from 'page';
      function Layout() {
        const at = useLocation();
        return <>
          <nav>{${links}.map(([label, to]) => <Link key={to} to={to}>{label}</Link>)}</nav>
          <output>{at.pathname + at.searchStr}</output><main><Outlet /></main>
        </>;
      }
      const rootRoute = createRootRoute({ component: Layout });
      const route = (path, component) => createRoute({ getParentRoute: () => rootRoute, path, component });
      const routeTree = rootRoute.addChildren([route('/content/$', ContentPage), route('$', () => <h1>Portal</h1>), route('/', () => <h1>Portal</h1>)]);
      createRoot(document.getElementById('portal')).render(<RouterProvider router={createRouter({ routeTree })} />);`,
  },
};

export const routers = Object.keys(portals);

/** The page of a portal with a router, which has links with these labels, and its script. */
export async function routerPortal(name: string, links: Record<string, string>) {
  const portal = portals[name];
  if (!portal) throw new Error(`There is no portal with ${name}.`);
  const { language } = portal;
  const sources: Record<string, string> = {
    portal: portal.source(JSON.stringify(Object.entries(links))),
    page: exampleOf(name, { language }),
  };
  const { output } = await build({
    input: 'portal',
    cwd: import.meta.dirname,
    platform: 'browser',
    plugins: [
      {
        name: 'portal',
        resolveId: (id) => (id in sources ? `${import.meta.dirname}/${id}.${language}` : null),
        load: (id) => sources[/([^/]+)\.jsx?$/.exec(id)?.[1] ?? ''] ?? null,
      },
    ],
    resolve: {
      alias: {
        '@quartermaster/console/react': join(components, 'react.js'),
        '@quartermaster/console/element': join(components, 'element.js'),
      },
    },
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
    logLevel: 'silent',
    write: false,
    output: { codeSplitting: false },
  });
  return { html: '<div id="portal"></div><script type="module" src="/portal.js"></script>', script: output[0].code };
}
