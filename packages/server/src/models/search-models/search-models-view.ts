import { SEARCH_MODELS } from '@ibid/retrieval/internal';
import type { KnowledgeAccess, Models } from '../../services.js';
import { proposeModel } from './propose-model.js';
import type { SwitchState } from './switched-model.js';

/** Which models search with, how far they are, and which others there are to choose. */
export async function searchModelsView(services: KnowledgeAccess & Models) {
  const { searchModels, knowledge } = services;
  const embedder = await services.embedder;
  const { chunks, embedded } = await knowledge.status();
  const states = [searchModels.embedding.state, searchModels.reranking.state];
  const fetched = await searchModels.local.list();
  const isSettled = searchModels.embedding.state.phase === 'ready';
  const proposal =
    embedder && isSettled
      ? proposeModel({ known: embedder.languages, documents: await knowledge.languages() })
      : null;
  return {
    embedding: {
      ...stateView(searchModels.embedding.state),
      inUse: embedder && {
        id: embedder.id,
        dimensions: embedder.dimensions,
        maxTokens: embedder.maxTokens,
        languages: embedder.languages === null ? null : [...embedder.languages],
      },
      chunks,
      embedded,
    },
    reranking: stateView(searchModels.reranking.state),
    fetched: fetched.map((one) => ({
      ...one,
      isInUse: states.some(({ choice }) => choice === one.choice),
    })),
    suggestions: SEARCH_MODELS.map(({ name, kind, title, languages, megabytes }) => ({
      choice: `hub:${name}`,
      kind,
      title,
      languages: languages === null ? null : [...languages],
      megabytes,
    })),
    proposal,
  };
}

function stateView(state: SwitchState) {
  const { choice, phase } = state;
  return {
    choice,
    phase,
    ...(state.phase === 'failed' ? { problem: state.problem } : {}),
    ...(state.phase === 'fetching' ? { progress: state.progress } : {}),
  };
}
