import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { whenLoggedOut } from './request.js';

export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that is offline still reaches a server on the same machine, so requests are always tried.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400),
    },
  },
});

// Refetches the session, which shows that it has ended; the page then offers to log in without losing its place.
whenLoggedOut(() => void queryClient.invalidateQueries({ queryKey: ['session'] }));
