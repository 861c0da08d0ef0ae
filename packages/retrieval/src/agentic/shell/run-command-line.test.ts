import { describe, expect, it } from 'vitest';
import { runCommandLine } from './run-command-line.js';

const files = new Map([
  ['log.txt', 'winch failed\nWinch mended\nall well\nwinch (again)\n'],
  ['sizes.tsv', 'b\t10\na\t9\nc\t100\na\t9\n'],
]);
const run = (line: string) => runCommandLine({ line, files, outputCharacters: 10_000 });

describe('AGR-3 the commands over saved results', () => {
  it.each([
    ['grep winch log.txt', 'winch failed\nwinch (again)\n'],
    ['grep -in WINCH /results/log.txt', '1:winch failed\n2:Winch mended\n4:winch (again)\n'],
    ['grep -c winch log.txt', '2\n'],
    ["grep 'failed\\|well' log.txt", 'winch failed\nall well\n'],
    ["grep -E 'failed|well' log.txt", 'winch failed\nall well\n'],
    ["grep '(again)' log.txt", 'winch (again)\n'],
    ["grep -F '(' log.txt", 'winch (again)\n'],
    ['grep -v winch log.txt', 'Winch mended\nall well\n'],
    ["grep -oE '[a-z]+ed$' log.txt", 'failed\nmended\n'],
    ['grep -w all log.txt', 'all well\n'],
    ['grep -n -A1 failed log.txt', '1:winch failed\n2-Winch mended\n'],
    ['grep -C1 well log.txt', 'Winch mended\nall well\nwinch (again)\n'],
    ['grep -e failed -e mended log.txt', 'winch failed\nWinch mended\n'],
    ['grep -n -A0 winch log.txt', '1:winch failed\n4:winch (again)\n'],
    ['grep -r winch', 'log.txt:winch failed\nlog.txt:winch (again)\n'],
    ['grep -rl winch /results', 'log.txt\n'],
    ['grep -m1 winch *.txt 2>/dev/null', 'winch failed\n'],
    ['ls', 'log.txt\nsizes.tsv\n'],
    ['ls /results/ | wc -l', '2\n'],
    ['cut -f1 sizes.tsv | sort | uniq -c | sort -rn | head -1', '      2 a\n'],
    ['sort -k2 -n -r sizes.tsv | head -n 1', 'c\t100\n'],
    ['sort -u sizes.tsv | wc -l', '3\n'],
    ['tail -2 log.txt', 'all well\nwinch (again)\n'],
    ['tail -n +4 log.txt; head -n -3 log.txt', 'winch (again)\nwinch failed\n'],
    ["sed -n '2,3p' log.txt", 'Winch mended\nall well\n'],
    ['head -c 5 log.txt', 'winch'],
    ['wc log.txt', '4 8 49 log.txt\n'],
    ['cut -c1-3 log.txt | uniq -i', 'win\nall\nwin\n'],
    ['grep absent log.txt || grep -c well log.txt', '1\n'],
    ['grep absent log.txt && grep -c well log.txt', ''],
    ['cat log.txt | grep "all well"', 'all well\n'],
  ])('%s', (line, output) => {
    expect(run(line).output).toBe(output);
  });

  it.each([
    ['awk 1 log.txt', 'There are: cat'],
    ["sed 's/a/b/' log.txt", 'sed -n'],
    ['cat /etc/passwd', 'no such file'],
    ['cat log.txt > other.txt', '">" is not known here'],
    ['cat $(ls)', '"$" is not known here'],
    ["grep '(?=a)b' -P log.txt", 'lookaround'],
    ['grep --include=x a log.txt', '--include=x is not known here'],
    ["grep 'a log.txt", 'not closed'],
    ['| head', 'nothing on one side'],
    ['head -n x log.txt', 'not a number'],
  ])('says what is wrong with %s', (line, message) => {
    const result = run(line);
    expect(result.exitCode).not.toBe(0);
    expect(result.output).toContain(message);
  });
});
