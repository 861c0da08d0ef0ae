import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts a script that prints its address as JSON. */
export async function startProcess(script, args, environment = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OLLAMA_HOST: 'off', ...environment },
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  return {
    ...JSON.parse(line),
    pid: child.pid,
    /** Milliseconds of event loop delay in the process during the work. */
    async loopDelay(work) {
      child.kill('SIGUSR2');
      const result = await work();
      const told = once(lines, 'line');
      child.kill('SIGUSR2');
      return { result, delay: JSON.parse((await told)[0]) };
    },
    /** Milliseconds of CPU, all threads, user and system. */
    cpu() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    memory() {
      return Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) * 1024;
    },
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
