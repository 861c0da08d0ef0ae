import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ConversationPage } from '../conversation/conversation-page.js';
import { StartPage } from '../conversation/start-page.js';
import { AppShell } from './app-shell.js';
import { CrashPage } from './crash-page.js';
import { NotFoundPage } from './not-found-page.js';

const rootRoute = createRootRoute({
  component: AppShell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

interface StartSearch {
  agent?: string;
  project?: string;
  scope?: string;
}

const pick = (search: Record<string, unknown>, name: string): string | undefined =>
  typeof search[name] === 'string' ? search[name] : undefined;

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): StartSearch => {
    const [agent, project, scope] = [pick(search, 'agent'), pick(search, 'project'), pick(search, 'scope')];
    return { ...(agent && { agent }), ...(project && { project }), ...(scope && { scope }) };
  },
  component: StartPage,
});

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/c/$conversationId',
  validateSearch: (search: Record<string, unknown>): { leaf?: string } => {
    const leaf = pick(search, 'leaf');
    return leaf === undefined ? {} : { leaf };
  },
  component: ConversationPage,
});

const page = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const itemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items/$itemId',
  validateSearch: (search: Record<string, unknown>): { chunk?: number } =>
    typeof search['chunk'] === 'number' ? { chunk: search['chunk'] } : {},
  component: lazyRouteComponent(() => import('../knowledge/item-page.js'), 'ItemPage'),
});

const routeTree = rootRoute.addChildren([
  startRoute,
  conversationRoute,
  page(
    '/knowledge',
    lazyRouteComponent(() => import('../knowledge/knowledge-page.js'), 'KnowledgePage'),
  ),
  page(
    '/knowledge/$baseId',
    lazyRouteComponent(() => import('../knowledge/base-page.js'), 'BasePage'),
  ),
  itemRoute,
  page(
    '/projects',
    lazyRouteComponent(() => import('../projects/projects-page.js'), 'ProjectsPage'),
  ),
  page(
    '/projects/$projectId',
    lazyRouteComponent(() => import('../projects/project-page.js'), 'ProjectPage'),
  ),
  page(
    '/agents',
    lazyRouteComponent(() => import('../agents/agents-page.js'), 'AgentsPage'),
  ),
  page(
    '/agents/$agentId',
    lazyRouteComponent(() => import('../agents/agent-page.js'), 'AgentPage'),
  ),
  page(
    '/settings',
    lazyRouteComponent(() => import('../settings/settings-page.js'), 'SettingsPage'),
  ),
  page(
    '/settings/$section',
    lazyRouteComponent(() => import('../settings/settings-page.js'), 'SettingsPage'),
  ),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
