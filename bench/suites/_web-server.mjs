// A server with canned data for the page's benchmark: it measures the page, not the server.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { webDistFolder } from '../../packages/web/index.js';
import { longAnswer, longBranch, turnView } from './_web-content.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
/** As strict as the product's. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'";
const sharing = { visibility: 'private', sharedWithUsers: [], sharedWithGroups: [] };
const conversation = (id, title) => ({
  id,
  title,
  agentId: null,
  modelId: null,
  projectId: null,
  scope: [],
  isPinned: false,
  leafId: null,
  forkedFrom: null,
  sharing,
  isOwner: true,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
});

/** `tokensPerSecond`: the speed of the running turn in the conversation `stream`. */
export async function startServer({
  tokensPerSecond = 60,
  words = 5_000,
  citations = 100,
  turns = 500,
} = {}) {
  const long = longAnswer({ count: words, citations });
  const branches = {
    stream: {
      messages: [
        {
          role: 'user',
          id: 'u',
          parentId: null,
          siblings: ['u'],
          createdAt: '2026-01-01T00:00:00Z',
          text: 'Tell me all of it.',
          files: [],
          asked: { scope: [], agentId: null },
        },
        {
          role: 'assistant',
          id: 'a',
          parentId: 'u',
          siblings: ['a'],
          createdAt: '2026-01-01T00:00:01Z',
          text: '',
          turnId: 'live',
          asked: { scope: [], agentId: null },
          balance: null,
          status: 'running',
          view: { ...turnView({ turnId: 'live', text: '', citations: [], status: 'running' }), seq: 0 },
        },
      ],
      leafId: 'a',
      runningTurnId: 'live',
    },
    long: longBranch(turns),
  };
  const documentText = Array.from(
    { length: 60 },
    (_, line) => `Line ${line + 1} of the station report, with readings and remarks.`,
  ).join('\n');
  const routes = {
    '/api/session': {
      mode: 'local',
      user: { id: 'u', name: 'Bench', role: 'administrator' },
      csrfToken: 't',
      version: '0',
    },
    '/api/conversations': {
      rows: [conversation('stream', 'A long answer'), conversation('long', 'A long conversation')],
      cursor: null,
    },
    '/api/conversations/stream': conversation('stream', 'A long answer'),
    '/api/conversations/long': conversation('long', 'A long conversation'),
    '/api/conversations/stream/messages': branches.stream,
    '/api/conversations/long/messages': branches.long,
    '/api/knowledge-bases': { rows: [], cursor: null },
    '/api/agents': { rows: [], cursor: null },
    '/api/projects': { rows: [], cursor: null },
    '/api/settings': { user: { reminder: null, timeZone: 'UTC', disabledKnowledgeBases: [] } },
    '/api/models': { rows: [], current: { chat: '', small: '' }, providers: [] },
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://bench');
    if (pathname === '/api/turns/live/events') return stream(response, long, tokensPerSecond);
    if (/^\/api\/items\/[^/]+\/text$/.test(pathname))
      return json(response, {
        text: documentText,
        start: 0,
        end: documentText.length,
        characters: documentText.length,
      });
    if (/^\/api\/items\/[^/]+$/.test(pathname))
      return json(response, {
        id: 'item-1',
        title: 'Station report',
        name: 'report.md',
        url: null,
        chunks: 1,
      });
    if (routes[pathname]) return json(response, routes[pathname]);
    if (pathname.startsWith('/api/'))
      return json(response, { code: 'not_found', detail: 'Not part of the benchmark.' }, 404);
    return file(response, pathname);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    answer: long,
    close: () => server.closeAllConnections() || server.close(),
  };
}

function json(response, body, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function file(response, pathname) {
  const path = join(webDistFolder, pathname);
  const found = existsSync(path) && statSync(path).isFile() ? path : join(webDistFolder, 'index.html');
  response.writeHead(200, {
    'content-type': types[extname(found)] ?? 'application/octet-stream',
    'content-encoding': 'gzip',
    'content-security-policy': policy,
  });
  createReadStream(found)
    .pipe(createGzip({ level: 9 }))
    .pipe(response);
}

/** The packets of one turn at a steady pace, each citation before the text that shows it. */
function stream(response, { text, citations }, tokensPerSecond) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let seq = 0;
  const send = (body) => {
    seq += 1;
    response.write(
      `id: ${seq}\nevent: ${body.type}\ndata: ${JSON.stringify({ seq, turnId: 'live', placement: { turnIndex: 0, tabIndex: 0 }, ...body })}\n\n`,
    );
  };
  send({
    type: 'turn-start',
    version: 1,
    conversationId: 'stream',
    userMessageId: 'u',
    assistantMessageId: 'a',
    modelId: 'bench',
  });
  send({ type: 'answer-start' });
  const tokens = text.match(/\s*\S+/g) ?? [];
  const started = performance.now();
  let sent = 0;
  let length = 0;
  let cited = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1_000) * tokensPerSecond);
    for (; sent < Math.min(due, tokens.length); sent += 1) {
      length += tokens[sent].length;
      while (cited < citations.length && citations[cited].range.start < length) {
        send({ type: 'citation', citation: { ...citations[cited], verdict: null, score: null } });
        send({ type: 'answer-delta', text: '' });
        cited += 1;
      }
      send({ type: 'answer-delta', text: tokens[sent] });
      const judged = citations[cited - 1];
      if (judged && tokens[sent].endsWith('.')) send({ type: 'citation', citation: judged });
    }
    if (sent < tokens.length) return;
    clearInterval(timer);
    send({ type: 'answer-end', narration: false });
    send({ type: 'usage', step: 1, usage: { inputTokens: 1, outputTokens: tokens.length } });
    send({ type: 'turn-stop', reason: 'complete' });
    response.end();
  }, 16);
  response.on('close', () => clearInterval(timer));
}
