import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { preloadMarkdown } from './markdown/answer-markdown.js';
import { router } from './shell/router.js';
import { loadLanguage } from './texts/texts.js';
import './styles/theme.css';
import './styles/reading.css';

await loadLanguage();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
preloadMarkdown();
