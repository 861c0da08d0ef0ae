import { createRoute } from '@hono/zod-openapi';
import { DiagnosisSchema } from '../api/schemas/index.js';
import { administratorOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { EXTRACTIVE_MODEL_ID, hasOcrProgram, installedLanguages } from '@ibid/retrieval/internal';
import { ocrSettings } from '../knowledge/ocr-settings.js';
import { jsonAnswer, problems as refusals } from '../http/route-parts.js';
import { localChoice } from '../models/search-models/local-choice.js';
import { searchModelsView } from '../models/search-models/search-models-view.js';
import { variablesToSet } from '../models/providers-from-environment.js';
import { testModel } from '../models/test-model.js';
import type { Configuration, KnowledgeAccess, Models, Storage } from '../services.js';

const route = createRoute({
  method: 'get',
  path: '/api/doctor',
  tags: ['Server'],
  summary: 'What is set up, what is missing and how to fix it; administrators only',
  responses: { 200: jsonAnswer(DiagnosisSchema, 'The diagnosis'), ...refusals },
});

/** The state of the installation and its problems, for `ibid doctor`. */
export function registerDoctorRoute(
  api: Api,
  services: Configuration & Storage & KnowledgeAccess & Models,
): void {
  api.openapi(route, async (context) => {
    const { viewer } = administratorOf(context);
    const chat = await services.models.chosen('chat');
    const listed = await services.models.list();
    const model = listed.rows.find((row) => row.id === chat);
    const embedder = await services.embedder;
    const bases = await services.knowledge.bases.list(viewer);
    const sum = (count: (base: (typeof bases)[number]) => number) =>
      bases.reduce((total, base) => total + count(base), 0);
    const problems: Finding[] = [];
    if (chat === EXTRACTIVE_MODEL_ID)
      problems.push({
        what: 'No language model is configured: answers are quoted sentences.',
        isFault: false,
        remedy: `Set ${variablesToSet()}, start Ollama, or use the page: Settings, Models.`,
      });
    for (const provider of listed.providers)
      if (provider.state !== 'ready')
        problems.push({
          what: `${provider.name} cannot be used: ${provider.note ?? provider.state}`,
          isFault: true,
          remedy: 'Check its key and address under Settings, Models.',
        });
    problems.push(...(await tryModels(services)));
    const view = await searchModelsView(services);
    problems.push(...searchFindings(view));
    const ocr = await ocrFindings(services);
    problems.push(...ocr.problems);
    const { chunks, embedded } = view.embedding;
    const extension = await services.knowledge.searchExtension();
    const unfinished =
      embedded < chunks ? { note: `${embedded} of ${chunks} passages so far; the rest follows` } : {};
    const { progress } = view.embedding;
    const fetching = progress
      ? {
          note: `${view.embedding.choice} is downloading: ${megabytes(progress.bytes)} of ${megabytes(progress.totalBytes)} MB`,
        }
      : {};
    return context.json(
      {
        version: services.version,
        node: process.version,
        dataFolder: services.options.dataFolder,
        database: {
          kind: services.database.dialect,
          version: await services.database.version(),
          ...(extension === null ? {} : { note: extension }),
        },
        model: {
          id: chat,
          isLanguageModel: model?.isLanguageModel ?? true,
          ...(model?.note ? { note: model.note } : {}),
        },
        embedder: embedder
          ? { id: embedder.id, state: 'ready' as const, ...unfinished, ...fetching }
          : { id: 'none', state: 'missing' as const, note: 'keyword search only', ...fetching },
        ocr: ocr.view,
        knowledgeBases: bases.length,
        items: sum((base) => base.items),
        chunks: sum((base) => base.chunks),
        problems,
      },
      200,
    );
  });
}

type SearchModelsView = Awaited<ReturnType<typeof searchModelsView>>;

interface Finding {
  what: string;
  remedy: string;
  isFault: boolean;
}

/** MOD-1: resolves and actually calls each configured model, once however many tasks it has. */
async function tryModels(services: Models): Promise<Finding[]> {
  const { models } = services;
  const tasks = new Map<string, string[]>();
  const add = (id: string | null, task: string) => {
    if (id) tasks.set(id, [...(tasks.get(id) ?? []), task]);
  };
  add(await models.chosen('chat'), 'answers');
  add(await models.chosen('small'), 'small tasks');
  add(await models.chosenFor('classifying'), 'sorting questions');
  add(await models.chosenFor('searching'), 'searching');
  const found = await Promise.all(
    [...tasks].map(async ([id, used]): Promise<Finding[]> => {
      const words = `The model ${id}, set for ${used.join(' and ')}, does not work`;
      const remedy =
        'Check its name, and the key and address of its provider: Settings, Models, or IBID_MODEL.';
      try {
        const resolved = await models.resolve(id);
        const test = resolved.isLanguageModel ? await testModel(resolved.model) : null;
        return test && !test.ok ? [{ what: `${words}: ${test.message}`, remedy, isFault: true }] : [];
      } catch (error) {
        return [{ what: `${words}: ${(error as Error).message}`, remedy, isFault: true }];
      }
    }),
  );
  if (localChoice(await models.chosenFor('reranking'))) return found.flat();
  const reranking = await models.reranker().then(
    () => [],
    (error: Error) => [
      {
        what: `Reranking is off: ${error.message}`,
        remedy: 'Check the model set for reranking.',
        isFault: true,
      },
    ],
  );
  return [...found.flat(), ...reranking];
}

const LOCAL_EMBEDDER_PROBLEM = {
  isFault: true,
  what: 'Semantic search is off: the local embedding model could not be loaded.',
  remedy:
    'Install again (ONNXRUNTIME_NODE_INSTALL=skip npm install -g ibid, or npm install in a checkout; without that setting npm leaves the runtime out where it cannot download): the package onnxruntime-node, or the model files of @ibid/retrieval, are missing or damaged. Until then keyword search answers. IBID_EMBEDDER=none turns this notice off.',
};

/** MOD-5: configured search models that are unavailable, and a better one for the existing documents. */
function searchFindings({ embedding, reranking, proposal }: SearchModelsView): Finding[] {
  const found: Finding[] = [];
  if (embedding.phase === 'failed' && embedding.choice === null) found.push(LOCAL_EMBEDDER_PROBLEM);
  else if (embedding.phase === 'failed')
    found.push({
      isFault: true,
      what: `The embedding model ${embedding.choice} could not be used: ${embedding.problem}`,
      remedy: `Check its name, key and address under Settings, Models. It is tried again from time to time; until then ${embedding.inUse ? 'the one before it' : 'keyword search'} answers.`,
    });
  if (reranking.phase === 'failed')
    found.push({
      isFault: true,
      what: `Reranking is off: ${reranking.problem}`,
      remedy: 'Check the model set for reranking under Settings, Models.',
    });
  if (proposal)
    found.push({
      isFault: false,
      what: `Documents are in languages that the embedder does not know: ${proposal.languages.map(({ language, items }) => `${language} (${items})`).join(', ')}.`,
      remedy: `Choose a multilingual one (${proposal.megabytes} MB): ibid models use ${proposal.choice}, or Settings, Models.`,
    });
  return found;
}

/** KB-9: whether OCR is available, and configured languages that are missing. */
async function ocrFindings(services: Configuration): Promise<{
  view: { state: 'ready' | 'off' | 'missing'; languages: string[] };
  problems: Finding[];
}> {
  const settings = await ocrSettings(services);
  if (!settings) return { view: { state: 'off', languages: [] }, problems: [] };
  if (!hasOcrProgram())
    return {
      view: { state: 'missing', languages: [] },
      problems: [
        {
          isFault: true,
          what: 'Scans and pictures are not read: the files of OCR are missing from @ibid/retrieval.',
          remedy: 'Install again, or in a checkout: npm run build. IBID_OCR=off turns this notice off.',
        },
      ],
    };
  const installed = installedLanguages(settings.folder);
  const languages = settings.languages ?? [...installed.keys()];
  const missing = languages.filter((language) => !installed.has(language));
  return {
    view: { state: 'ready', languages: languages.filter((language) => installed.has(language)) },
    problems: missing.map((language) => ({
      isFault: true,
      what: `OCR is set to read “${language}”, which is not installed: scans fail until it is.`,
      remedy: `npm install @tesseract.js-data/${language}, or put ${language}.traineddata into ${settings.folder}.`,
    })),
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
