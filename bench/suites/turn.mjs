// The turn compared with other agent loops, and the effects of stopping and faults. See docs/guides/turns.md.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contenders } from './_turn-peers.mjs';
import { CHUNKS } from './_turn-workload.mjs';

const round = (value, digits = 2) => Number(value.toFixed(digits));

export async function run({ log, args = [] }) {
  const seconds = args.includes('--quick') ? 0.6 : 2;
  const peers = {};
  log(
    `One tool call, then ${CHUNKS} chunks with 12 citations; CPU of a process of its own, best of eight rounds.`,
  );
  for (const name of Object.keys(contenders)) {
    try {
      const { output } = await child('_turn-child.mjs', [name, String(seconds)]);
      peers[name] = Object.fromEntries(Object.entries(output).map(([key, value]) => [key, round(value, 3)]));
      const { cpuMsPerTurn, scaledMsPerTurn, microsPerChunk, ...memory } = peers[name];
      const peaks = [1, 400, 1000].map((turns) => memory[`peakRssMbAfter${turns}Turns`].toFixed(0));
      log(
        `${name.padEnd(22)} ${cpuMsPerTurn.toFixed(2).padStart(8)} ms a turn (${scaledMsPerTurn.toFixed(2)} on the machine of reference) ${microsPerChunk.toFixed(1).padStart(7)} µs a chunk ${peaks.join(', ')} MB after 1, 400 and 1,000 turns, ${memory.peakRssMb.toFixed(0)} in the end`,
      );
    } catch (error) {
      peers[name] = { failed: String(error.message).slice(0, 300) };
      log(`${name.padEnd(22)} could not be run: ${peers[name].failed}`);
    }
  }
  // Measured in turns, where a busy machine has no influence, because these are close.
  const besidePi = async (own, pi) => {
    const { output } = await child('_turn-pair.mjs', [own, pi, String(seconds)]);
    const pair = Object.fromEntries(Object.entries(output).map(([key, value]) => [key, round(value, 3)]));
    log(
      `${own} turn about with ${pi}: ${pair.ratio} times its CPU (${pair.cpuMsPerTurn} and ${pair.otherMsPerTurn} ms)`,
    );
    return pair;
  };
  const pairs = {
    loop: await besidePi('ibid-loop', 'pi-on-model-stream'),
    parsing: await besidePi('ibid-parsing', 'pi-on-model-stream'),
    checked: await besidePi('ibid', 'pi-on-model-stream'),
    // Unlike the others, and unlike Ibid, pi reads no provider stream here.
    parsingBesideReadyEvents: await besidePi('ibid-parsing', 'pi'),
  };
  const stops = await child('_turn-stops.mjs', ['1000']);
  log(
    `stops: ${JSON.stringify(stops.output)}, the process ended ${stops.lingered ? 'only when killed' : 'by itself'}`,
  );
  const faults = await child('_turn-faults.mjs', []);
  log(`faults: ${JSON.stringify(faults.output)}`);

  // As the bars are worded: citations and references parsed. Then the same bars with every citation checked.
  const parsing = peers['ibid-parsing'];
  const checked = peers.ibid;
  const times = (peer, own) =>
    peers[peer]?.cpuMsPerTurn ? round(peers[peer].cpuMsPerTurn / own.cpuMsPerTurn) : null;
  const figures = {
    parsing,
    checked,
    microsPerCitationCheck: round(((checked.cpuMsPerTurn - parsing.cpuMsPerTurn) * 1000) / 12, 0),
    besidePi: pairs,
    timesLessCpuThan: Object.fromEntries(Object.keys(peers).map((peer) => [peer, times(peer, parsing)])),
    stops: stops.output,
    faults: faults.output,
  };
  const bar = (name, value, text, ok) => ({ name, value, bar: text, ok: value !== null && ok(value) });
  const rssBar = (name, value) => bar(name, round(value, 0), '< 100', (rounded) => rounded < 100);
  const cpuBars = (own, pair, suffix) => [
    // As the machine of reference would take, with what was measured in `raw`. See `_machine-speed.mjs`.
    {
      ...bar(`cpu-ms-per-turn${suffix}`, round(own.scaledMsPerTurn), '<= 2', (value) => value <= 2),
      raw: round(own.cpuMsPerTurn),
    },
    {
      ...bar(
        `cpu-us-per-chunk${suffix}`,
        round((own.scaledMsPerTurn * 1000) / CHUNKS),
        '<= 5',
        (value) => value <= 5,
      ),
      raw: round(own.microsPerChunk),
    },
    bar(`times-less-cpu-than-streamText${suffix}`, times('ai-sdk', own), '>= 5', (value) => value >= 5),
    bar(`times-cpu-of-pi${suffix}`, pair.ratio, '<= 2', (value) => value <= 2),
  ];
  const bars = [
    ...cpuBars(parsing, pairs.parsing, ''),
    ...cpuBars(checked, pairs.checked, '-with-citations-checked'),
    bar(
      'times-cpu-of-pi-with-ready-events',
      pairs.parsingBesideReadyEvents.ratio,
      '<= 2',
      (value) => value <= 2,
    ),
    bar('memory-heap-mb', round(checked.heapMb, 0), '< 100', (value) => value < 100),
    // For a process that has run this many turns, including the runtime's own 42 MB. It grows with the turns run at
    // full speed, whoever runs them (`reading-alone` runs none), until the young generation has reached its limit.
    ...[1, 400, 1000].flatMap((turns) => [
      rssBar(`memory-peak-rss-mb-after-${turns}-turns`, parsing[`peakRssMbAfter${turns}Turns`]),
      rssBar(
        `memory-peak-rss-mb-after-${turns}-turns-with-citations-checked`,
        checked[`peakRssMbAfter${turns}Turns`],
      ),
    ]),
    rssBar('memory-peak-rss-mb-in-the-end-with-citations-checked', checked.peakRssMb),
    bar('stop-p99-ms', round(stops.output.p99Ms), '<= 200', (value) => value <= 200),
    bar('stop-problems', stops.output.problems, '= 0', (value) => value === 0),
    bar('stop-nothing-holds-the-process', stops.lingered ? 1 : 0, '= 0', (value) => value === 0),
    bar('fault-problems', faults.output.problems, '= 0', (value) => value === 0),
  ];
  return { figures, peers, bars };
}

/** Runs one file in a separate process and reads its last line. `lingered`: it had to be killed after that line. */
function child(file, args) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, ['--expose-gc', path, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    let lingered = false;
    running.stderr.on('data', (data) => (errors += data));
    running.stdout.on('data', (data) => {
      out += data;
      if (!out.trimEnd().endsWith('}')) return;
      // Idle connections close after a few seconds; anything that stays longer is a leak.
      setTimeout(() => {
        lingered = true;
        running.kill('SIGKILL');
      }, 8_000).unref();
    });
    running.on('close', (code) => {
      const line = out.trimEnd().split('\n').at(-1) ?? '';
      if (code !== 0 && !lingered)
        reject(new Error(errors.trim().split('\n').slice(0, 3).join(' ') || `exit ${code}`));
      else resolve({ output: JSON.parse(line), lingered });
    });
  });
}
