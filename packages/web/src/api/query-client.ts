import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { whenLoggedOut } from './request.js';

export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that is offline still reaches a server on the same machine: whoever asks finds out by asking.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400),
    },
  },
});

// The session is asked for again, and says that there is none: the page then offers to log in, where the person was.
whenLoggedOut(() => void queryClient.invalidateQueries({ queryKey: ['session'] }));
