import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { StartPage } from '../conversation/start-page.js';
import { fetchPart } from '../lib/lazy-part.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { AppShell } from './app-shell.js';
import { AwayPage, CrashPage } from './crash-page.js';
import { NotFoundPage } from './not-found-page.js';

/** A page loaded on demand. If that fails, it says so; the router alone would show the browser's error. */
function lazyPage(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({ default: await fetchPart(load).catch(() => AwayPage) }));
}

/**
 * Not needed for the first question, but soon after: loaded at once if one is opened, otherwise when the page is idle.
 */
export const loadConversation = async () =>
  (await import('../conversation/conversation-page.js')).ConversationPage;

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
  component: lazyPage(loadConversation),
});

const page = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

interface ItemSearch {
  chunk?: number;
  /** A passage, with some of its words and its page, because its text may have moved. */
  start?: number;
  end?: number;
  words?: string;
  page?: number;
}

const itemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items/$itemId',
  validateSearch: (search: Record<string, unknown>): ItemSearch => ({
    ...Object.fromEntries(
      ['chunk', 'start', 'end', 'page'].flatMap((name) =>
        typeof search[name] === 'number' ? [[name, search[name]]] : [],
      ),
    ),
    // Words that look like a number are parsed as one.
    ...(typeof search['words'] === 'string' || typeof search['words'] === 'number'
      ? { words: String(search['words']) }
      : {}),
  }),
  component: lazyPage(async () => (await import('../knowledge/item-page.js')).ItemPage),
});

/** Where people expect the log-in page; logged-in users are redirected. */
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

/** ANS-4: for people without an account. */
const sharedRoute = page(
  '/shared',
  lazyPage(async () => (await import('../shared/shared-page.js')).SharedPage),
);

const routeTree = rootRoute.addChildren([
  loginRoute,
  sharedRoute,
  startRoute,
  conversationRoute,
  page(
    '/knowledge',
    lazyPage(async () => (await import('../knowledge/knowledge-page.js')).KnowledgePage),
  ),
  page(
    '/knowledge/$baseId',
    lazyPage(async () => (await import('../knowledge/base-page.js')).BasePage),
  ),
  itemRoute,
  page(
    '/reports',
    lazyPage(async () => (await import('../reports/reports-page.js')).ReportsPage),
  ),
  page(
    '/reports/$reportId',
    lazyPage(async () => (await import('../reports/report-page.js')).ReportPage),
  ),
  page(
    '/projects',
    lazyPage(async () => (await import('../projects/projects-page.js')).ProjectsPage),
  ),
  page(
    '/projects/$projectId',
    lazyPage(async () => (await import('../projects/project-page.js')).ProjectPage),
  ),
  page(
    '/agents',
    lazyPage(async () => (await import('../agents/agents-page.js')).AgentsPage),
  ),
  page(
    '/agents/$agentId',
    lazyPage(async () => (await import('../agents/agent-page.js')).AgentPage),
  ),
  page(
    '/tables',
    lazyPage(async () => (await import('../tables/tables-page.js')).TablesPage),
  ),
  page(
    '/tables/$tableId',
    lazyPage(async () => (await import('../tables/table-page.js')).TablePage),
  ),
  page(
    '/settings',
    lazyPage(async () => (await import('../settings/settings-page.js')).SettingsPage),
  ),
  page(
    '/settings/$section',
    lazyPage(async () => (await import('../settings/settings-page.js')).SettingsPage),
  ),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
