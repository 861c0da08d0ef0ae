import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** In a separate process, because flags apply to the whole process: how V8 runs a pattern after its first use. */
function patternAfter(command: string) {
  const loader = new URL('../lib/load-cached.js', import.meta.url).href;
  const program = `import { prepareShortRun } from '${loader}'; prepareShortRun('${command}');
    const pattern = /a+b/; pattern.test('aab');
    console.log(%RegexpHasBytecode(pattern, true) ? 'bytecode' : 'machine code');`;
  const given = ['--allow-natives-syntax', '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  return { pattern: stdout.trim(), printed: stderr };
}

describe('a command that answers one question', () => {
  it('compiles a pattern once, by flags that this Node knows', () => {
    // An unknown flag would be reported to the user on standard error.
    expect(patternAfter('ask')).toEqual({ pattern: 'machine code', printed: '' });
  });

  it('is told from one that runs for long, which V8 treats as usual', () => {
    expect(patternAfter('serve')).toEqual({ pattern: 'bytecode', printed: '' });
  });
});
