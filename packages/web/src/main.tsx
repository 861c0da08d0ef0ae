import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { whenIdle } from './lib/when-idle.js';
import { preloadMarkdown } from './markdown/answer-markdown.js';
import { loadConversation, router } from './shell/router.js';
import { loadLanguage } from './texts/texts.js';
import './styles/theme.css';
import './styles/reading.css';

function draw(): void {
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

// No `await` here: a language may share a chunk with this file and would wait for it.
void loadLanguage().then(draw);
preloadMarkdown();
whenIdle(() => void loadConversation().catch(() => undefined));
