import { SEARCH_MODELS } from '@ibid/retrieval/internal';
import type { KnowledgeAccess, Models } from '../../services.js';
import { proposeModel } from './propose-model.js';
import type { SwitchState } from './switched-model.js';

/** The models used for search, their state, and the available alternatives. */
export async function searchModelsView(services: KnowledgeAccess & Models) {
  const { searchModels, knowledge } = services;
  // States first: a model that becomes ready meanwhile must not be reported as ready with the previous model's details,
  // because clients stop polling once it is ready.
  const embedding = searchModels.embedding.state;
  const reranking = searchModels.reranking.state;
  const embedder = await services.embedder;
  const { chunks, embedded } = await knowledge.status();
  const fetched = await searchModels.local.list();
  const proposal =
    embedder && embedding.phase === 'ready'
      ? proposeModel({ known: embedder.languages, documents: await knowledge.languages() })
      : null;
  return {
    embedding: {
      ...stateView(embedding),
      inUse: embedder && {
        id: embedder.id,
        dimensions: embedder.dimensions,
        maxTokens: embedder.maxTokens,
        languages: embedder.languages === null ? null : [...embedder.languages],
      },
      chunks,
      embedded,
    },
    reranking: stateView(reranking),
    fetched: fetched.map((one) => ({
      ...one,
      isInUse: [embedding, reranking].some(({ choice }) => choice === one.choice),
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
