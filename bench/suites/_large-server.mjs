// A server in a separate process, with the resource usage of it and its readers, for the suite `large`.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess } from './server/start-process.mjs';

const LOOK_MILLISECONDS = 200;
const TICKS_PER_SECOND = 100;

/** Follows a process and all its descendants: the CPU time and peak memory of each. */
class ProcessWatch {
  #root;
  #seen = new Map();
  #timer;

  constructor(root) {
    this.#root = root;
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_MILLISECONDS);
  }

  look() {
    const parents = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/u.test(name)) continue;
      const fields = read(`/proc/${name}/stat`)?.split(') ')[1]?.split(' ');
      if (fields) parents.set(Number(name), { parent: Number(fields[1]), fields });
    }
    const isBelow = (pid) => pid === this.#root || (parents.has(pid) && isBelow(parents.get(pid).parent));
    for (const [pid, { fields }] of parents) {
      if (!isBelow(pid)) continue;
      const peak = Number(/VmHWM:\s+(\d+)/u.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024;
      const cpu = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
      const before = this.#seen.get(pid);
      this.#seen.set(pid, { cpu, peak: Math.max(peak, before?.peak ?? 0) });
    }
  }

  end() {
    clearInterval(this.#timer);
    const [server, ...readers] = [
      this.#root,
      ...[...this.#seen.keys()].filter((pid) => pid !== this.#root),
    ].map((pid) => this.#seen.get(pid));
    return {
      serverCpuSeconds: server.cpu,
      readerCpuSeconds: readers.reduce((sum, { cpu }) => sum + cpu, 0),
      serverPeakMb: server.peak,
      readerPeakMb: Math.max(0, ...readers.map(({ peak }) => peak)),
    };
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** A server on a data folder that can be stopped and restarted; the usage of all its runs is added up. */
export class LargeServer {
  #data;
  #process = null;
  #watch = null;
  #total = { serverCpuSeconds: 0, readerCpuSeconds: 0, serverPeakMb: 0, readerPeakMb: 0 };

  constructor(dataFolder) {
    this.#data = dataFolder;
  }

  async start() {
    this.#process = await startProcess('./ibid-server.mjs', [
      JSON.stringify({ dataFolder: this.#data, models: {} }),
    ]);
    this.#watch = new ProcessWatch(this.#process.pid);
  }

  /** Like a crash. */
  async kill() {
    if (!this.#process) return;
    this.#watch.look();
    const used = this.#watch.end();
    await this.#process.end();
    this.#process = null;
    this.#total = {
      serverCpuSeconds: this.#total.serverCpuSeconds + used.serverCpuSeconds,
      readerCpuSeconds: this.#total.readerCpuSeconds + used.readerCpuSeconds,
      serverPeakMb: Math.max(this.#total.serverPeakMb, used.serverPeakMb),
      readerPeakMb: Math.max(this.#total.readerPeakMb, used.readerPeakMb),
    };
  }

  async end() {
    await this.kill();
    return Object.fromEntries(Object.entries(this.#total).map(([name, value]) => [name, Math.round(value)]));
  }

  async ask(method, path, body) {
    const isForm = body instanceof FormData;
    const response = await fetch(this.#process.url + path, {
      method,
      ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    const type = response.headers.get('content-type') ?? '';
    return type.includes('json') ? JSON.parse(text) : text;
  }

  async newBase(name) {
    return (await this.ask('POST', '/api/knowledge-bases', { name })).id;
  }

  async upload(base, name, bytes) {
    const form = new FormData();
    form.append('files', new Blob([bytes]), name);
    return (await this.ask('POST', `/api/knowledge-bases/${base}/uploads`, form)).jobId;
  }

  job(id) {
    return this.ask('GET', `/api/jobs/${id}`);
  }

  /** Waits until the job is over, or `enough` accepts its progress. */
  async until(jobId, enough = () => false, onLook = () => {}) {
    for (;;) {
      const job = await this.job(jobId);
      onLook(job);

      if (!['queued', 'running'].includes(job.state) || enough(job)) return job;
      await wait(LOOK_MILLISECONDS);
    }
  }

  async itemsOf(base) {
    const { rows } = await this.ask('GET', '/api/knowledge-bases');
    return rows.find(({ id }) => id === base)?.items ?? 0;
  }

  async firstItem(base) {
    return (await this.ask('GET', `/api/knowledge-bases/${base}/items?limit=1`)).rows[0] ?? null;
  }

  async search(base, query) {
    const body = { query, knowledgeBaseIds: [base], topK: 3 };
    return (await this.ask('POST', '/api/search', body)).rows;
  }

  /** The built-in model's answer. */
  async answer(question) {
    const { id } = await this.ask('POST', '/api/conversations', {});
    const { turnId } = await this.ask('POST', `/api/conversations/${id}/turns`, {
      text: question,
      parentMessageId: null,
    });
    await this.ask('GET', `/api/turns/${turnId}/events`);
    const { messages } = await this.ask('GET', `/api/conversations/${id}/messages`);
    return (
      messages.at(-1)?.view?.blocks.find((block) => block.kind === 'text' && !block.narration)?.text ?? ''
    );
  }
}
