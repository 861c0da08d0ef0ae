import { z } from '@hono/zod-openapi';
import { countTokens } from '@ibid/core/internal';
import { Unprocessable, UnsupportedParameter } from '../errors/index.js';
import type { Services } from '../services.js';

export const EmbeddingRequestSchema = z
  .looseObject({
    /** `ibid`, or the id of the current model: vectors of another one would not match any search here. */
    model: z.string().min(1).max(300),
    input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    dimensions: z.number().int().min(1).nullish(),
    /** An extension: what the text is. Default `document`. */
    input_type: z.enum(['query', 'document']).nullish(),
  })
  .openapi('EmbeddingRequest');

const READ = ['model', 'input', 'encoding_format', 'dimensions', 'input_type', 'user'];

/** API-1: OpenAI's embeddings API, using the embedder of semantic search. */
export async function createEmbeddings(
  services: Pick<Services, 'embedder'>,
  request: z.infer<typeof EmbeddingRequestSchema>,
) {
  const embedder = await services.embedder;
  if (!embedder)
    throw new Unprocessable(
      'Search by meaning is off: there is no embedding model. Set one in the settings.',
      'no_embedder',
    );
  const unknown = Object.keys(request).find((name) => !READ.includes(name));
  if (unknown) throw new UnsupportedParameter(unknown, 'is not supported here. Leave it out.');
  if (request.model !== 'ibid' && request.model !== embedder.id)
    throw new UnsupportedParameter('model', `can be "ibid" or "${embedder.id}".`);
  if (request.dimensions != null && request.dimensions !== embedder.dimensions)
    throw new UnsupportedParameter('dimensions', `can only be ${embedder.dimensions}.`);
  const texts = [request.input].flat();
  const vectors = await embedder.embed(texts, request.input_type ?? 'document');
  const tokens = texts.reduce((sum, text) => sum + countTokens(text, null), 0);
  return {
    object: 'list' as const,
    model: embedder.id,
    data: vectors.map((vector, index) => ({
      object: 'embedding' as const,
      index,
      embedding: request.encoding_format === 'base64' ? base64(vector) : [...vector],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
