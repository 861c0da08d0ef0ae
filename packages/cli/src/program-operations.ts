import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.js';
import { count, head, time } from './read-argument.js';

/** The commands of whoever runs an installation: backups, audit, budgets, people, retention, models, doctor. */
export function addOperations(options: {
  program: Command;
  context: CommandContext;
  finish: (code: number) => void;
  /** Gives a command the options that say where it works. */
  placed: (command: Command) => Command;
}): void {
  const { program, context, finish, placed } = options;
  const kept = (command: Command) =>
    command
      .option('--data <folder>', 'data folder')
      .option('--database <url>', 'PostgreSQL that holds the database (also IBID_DATABASE_URL)');

  kept(program.command('backup'))
    .description('write everything into one file, while the server runs; it is read back and compared')
    .argument('<file>', 'e.g. ibid-monday.tar.gz')
    .option('--encrypt', 'with the passphrase in IBID_BACKUP_PASSPHRASE, and refuse to go on without')
    .option('--force', 'replace the file if it is there')
    .action(async (path: string, flags) =>
      finish(await (await import('./commands/backup.js')).backup(path, flags, context)),
    );

  kept(program.command('restore'))
    .description('put a backup into an empty data folder, or into an empty PostgreSQL database')
    .argument('<file>', 'made by ibid backup')
    .action(async (path: string, flags) =>
      finish(await (await import('./commands/backup.js')).restore(path, flags, context)),
    );

  kept(program.command('check'))
    .description('read all stored data once and say what is damaged')
    .action(async (flags) => finish(await (await import('./commands/backup.js')).check(flags, context)));

  program
    .command('rotate-key')
    .description(
      'seal stored keys, tokens and second factors anew with another secret key; servers must be stopped',
    )
    .option('--data <folder>', 'data folder')
    .option('--database <url>', 'PostgreSQL that holds the database (also IBID_DATABASE_URL)')
    .action(async (flags) =>
      finish(await (await import('./commands/rotate-key.js')).rotateSecretKey(flags, context)),
    );

  const audit = program.command('audit').description('who did what, when and from where: the audit log');
  const filtered = (command: Command) =>
    placed(command)
      .option('--action <name>', 'e.g. login, or conversation for all that is done with them')
      .option('--person <id>', 'only what this user did')
      .addOption(new Option('--outcome <outcome>', 'how it ended').choices(['done', 'refused', 'failed']))
      .option('--since <time>', 'from this time on, e.g. 2026-11-01', time)
      .option('--until <time>', 'before this time', time);
  filtered(audit.command('list'))
    .description('list the newest lines')
    .option('--limit <number>', 'how many', count, 50)
    .option('--json', 'one JSON object per line on standard output')
    .action(async (flags) => finish(await (await import('./commands/audit.js')).auditList(flags, context)));
  filtered(audit.command('export'))
    .description('write all lines that match, the oldest first')
    .addOption(new Option('--format <format>', 'of the file').choices(['jsonl', 'csv']).default('jsonl'))
    .option('-o, --output <file>', 'write it there instead of standard output')
    .action(async (flags) => finish(await (await import('./commands/audit.js')).auditExport(flags, context)));
  placed(audit.command('verify'))
    .description('check that no line was changed, removed or put elsewhere')
    .option('--head <line>', 'the last line of an earlier check, as it was printed: NUMBER:HASH', head)
    .option('--json', 'JSON on standard output')
    .action(async (flags) => finish(await (await import('./commands/audit.js')).auditVerify(flags, context)));

  placed(program.command('budget'))
    .description('what may be used and what is: tokens, money, storage, jobs; administrators set it')
    .argument('[who]', 'member, administrator, or a user; without it, yourself')
    .option('--tokens-per-day <number>', 'a number, none, or role for what the role of a user has')
    .option('--tokens-per-month <number>', 'the same for a month')
    .option('--usd-per-day <dollars>', 'cost of models whose price is known')
    .option('--usd-per-month <dollars>', 'the same for a month')
    .option('--storage-mb <megabytes>', 'uploaded documents and attached files')
    .option('--jobs <number>', 'jobs that wait or run at once')
    .option('--json', 'JSON on standard output')
    .action(async (who: string | undefined, flags) =>
      finish(await (await import('./commands/budget.js')).budget(who, flags, context)),
    );

  placed(program.command('users'))
    .description(
      'list users; make a code to set up a second factor with, or take a lost one away; erase one with all they had, or hand that over',
    )
    .argument('[action]', 'set-up-code, reset-second-factor, require-second-factor or erase')
    .argument(
      '[name]',
      'of the user; or who needs a second factor: members, administrators, everybody, nobody',
    )
    .option('--hand-over-to <name>', 'who gets knowledge bases, projects, agents and shared conversations')
    .option('--yes', 'do it; without this it only says what would be erased')
    .option('--json', 'JSON on standard output')
    .action(async (action: string | undefined, who: string | undefined, flags) =>
      finish(await (await import('./commands/users.js')).users(action, who, flags, context)),
    );

  placed(program.command('retention'))
    .description('what is past the time that things are kept')
    .option('--run', 'delete it now, instead of within the hour')
    .option('--json', 'JSON on standard output')
    .action(async (flags) =>
      finish(await (await import('./commands/retention.js')).retention(flags, context)),
    );

  program
    .command('mcp')
    .description('search, read and ask over standard input and output, for an MCP client that starts this')
    .option('--data <folder>', 'data folder')
    .action(async (flags) => finish(await (await import('./commands/mcp.js')).mcp(flags)));

  placed(program.command('models'))
    .description('which models there are and which do what; add, try and choose them, fetch some for search')
    .argument('[action]', 'use, test, add or remove')
    .argument('[what]', 'a model, a kind of provider (add), or a provider (remove)')
    .addOption(
      new Option('--for <use>', 'what a model is used for').choices([
        'answers',
        'small-tasks',
        'search',
        'reranking',
      ]),
    )
    .option('--url <url>', 'address of the provider to add')
    .option('--api-key <key>', 'its key; - reads it from standard input')
    .option('--name <name>', 'what to call it')
    .option('--model <name>', 'which of its models to use')
    .option('--json', 'JSON on standard output')
    .action(async (action: string | undefined, what: string | undefined, flags) =>
      finish(await (await import('./commands/models.js')).models(action, what, flags, context)),
    );

  placed(program.command('doctor'))
    .description('versions, where the data is, which model and embedder are active, what is missing')
    .option('--json', 'JSON on standard output')
    .action(async (flags) => finish(await (await import('./commands/doctor.js')).doctor(flags, context)));
}
