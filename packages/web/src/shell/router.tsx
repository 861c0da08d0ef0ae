import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router';
import { ConversationPage } from '../conversation/conversation-page.js';
import { StartPage } from '../conversation/start-page.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
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
  /** Written into the message field. */
  ask?: string;
}

const pick = (search: Record<string, unknown>, name: string): string | undefined =>
  typeof search[name] === 'string' ? search[name] : undefined;

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): StartSearch => {
    const names = ['agent', 'project', 'scope', 'ask'] as const;
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = pick(search, name);
        return value ? [[name, value]] : [];
      }),
    );
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
  validateSearch: (search: Record<string, unknown>): { chunk?: number; start?: number; end?: number } =>
    Object.fromEntries(
      ['chunk', 'start', 'end'].flatMap((name) =>
        typeof search[name] === 'number' ? [[name, search[name]]] : [],
      ),
    ),
  component: lazyRouteComponent(() => import('../knowledge/item-page.js'), 'ItemPage'),
});

/** Where people expect the log-in; whoever is logged in has no business there. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: async () => {
    const session = await queryClient.fetchQuery(sessionQuery);
    if (session.user !== null) throw redirect({ to: '/' });
  },
  component: GoHome,
});

function GoHome() {
  return <Navigate to="/" />;
}

const routeTree = rootRoute.addChildren([
  loginRoute,
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
