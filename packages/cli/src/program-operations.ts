import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.js';
import { count, head, time } from './read-argument.js';

/** What is needed to add commands. */
export interface ProgramParts {
  program: Command;
  context: CommandContext;
  finish: (code: number) => void;
  /** Adds the options for server and data folder to a command. */
  placed: (command: Command) => Command;
}

/** Commands for operators: backups, audit, budgets, users, retention, models, doctor. */
export function addOperations({ program, context, finish, placed }: ProgramParts): void {
  const kept = (command: Command) =>
    command
      .option('--data <folder>', 'data folder')
      .option('--database <url>', 'PostgreSQL that holds the database (also IBID_DATABASE_URL)');

  kept(program.command('backup'))
    .description('back up everything to one file and verify it; the server may keep running')
    .argument('<file>', 'e.g. ibid-monday.tar.gz')
    .option('--encrypt', 'encrypt with the passphrase in IBID_BACKUP_PASSPHRASE; fail if it is not set')
    .option('--force', 'overwrite the file if it exists')
    .action(async (path: string, flags) =>
      finish(await (await import('./commands/backup.js')).backup(path, flags, context)),
    );

  kept(program.command('restore'))
    .description('restore a backup into an empty data folder or PostgreSQL database')
    .argument('<file>', 'a file written by ibid backup')
    .action(async (path: string, flags) =>
      finish(await (await import('./commands/backup.js')).restore(path, flags, context)),
    );

  kept(program.command('check'))
    .description('read all stored data and report any damage')
    .action(async (flags) => finish(await (await import('./commands/backup.js')).check(flags, context)));

  program
    .command('rotate-key')
    .description(
      're-encrypt stored keys, tokens and second factors with a new secret key; stop all servers first',
    )
    .option('--data <folder>', 'data folder')
    .option('--database <url>', 'PostgreSQL that holds the database (also IBID_DATABASE_URL)')
    .action(async (flags) =>
      finish(await (await import('./commands/rotate-key.js')).rotateSecretKey(flags, context)),
    );

  const audit = program.command('audit').description('who did what, when and from where: the audit log');
  const filtered = (command: Command) =>
    placed(command)
      .option('--action <name>', 'e.g. login, or conversation for everything done with conversations')
      .option('--person <id>', 'only what this user did')
      .addOption(
        new Option('--outcome <outcome>', 'only entries with this outcome').choices([
          'done',
          'refused',
          'failed',
        ]),
      )
      .option('--since <time>', 'since this time, e.g. 2026-11-01', time)
      .option('--until <time>', 'before this time', time);
  filtered(audit.command('list'))
    .description('list the newest entries')
    .option('--limit <number>', 'how many', count, 50)
    .option('--json', 'one JSON object per line on standard output')
    .action(async (flags) => finish(await (await import('./commands/audit.js')).auditList(flags, context)));
  filtered(audit.command('export'))
    .description('write all matching entries, oldest first')
    .addOption(
      new Option('--format <format>', 'format of the file').choices(['jsonl', 'csv']).default('jsonl'),
    )
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .action(async (flags) => finish(await (await import('./commands/audit.js')).auditExport(flags, context)));
  placed(audit.command('verify'))
    .description('verify that no entry was changed, removed or moved')
    .option('--head <line>', 'the last entry of an earlier check, as printed: NUMBER:HASH', head)
    .option('--json', 'JSON on standard output')
    .action(async (flags) => finish(await (await import('./commands/audit.js')).auditVerify(flags, context)));

  placed(program.command('budget'))
    .description(
      'show limits and usage of tokens, money, storage and jobs; administrators can change the limits',
    )
    .argument('[who]', 'member, administrator, or a user (default: you)')
    .option('--tokens-per-day <number>', "a number, none, or role to use the limit of the user's role")
    .option('--tokens-per-month <number>', 'the same for a month')
    .option('--usd-per-day <dollars>', 'cost of models whose price is known')
    .option('--usd-per-month <dollars>', 'the same for a month')
    .option('--storage-mb <megabytes>', 'uploaded documents and attached files')
    .option('--jobs <number>', 'jobs waiting or running at the same time')
    .option('--json', 'JSON on standard output')
    .action(async (who: string | undefined, flags) =>
      finish(await (await import('./commands/budget.js')).budget(who, flags, context)),
    );

  placed(program.command('users'))
    .description('list users; set up or reset a second factor; erase a user, or hand over what they own')
    .argument('[action]', 'set-up-code, reset-second-factor, require-second-factor or erase')
    .argument(
      '[name]',
      'name of the user; or who needs a second factor: members, administrators, everybody, nobody',
    )
    .option(
      '--hand-over-to <name>',
      'user who takes over knowledge bases, projects, agents and shared conversations',
    )
    .option('--yes', 'erase; without this, only show what would be erased')
    .option('--json', 'JSON on standard output')
    .action(async (action: string | undefined, who: string | undefined, flags) =>
      finish(await (await import('./commands/users.js')).users(action, who, flags, context)),
    );

  placed(program.command('retention'))
    .description('show what has passed its retention period')
    .option('--run', 'delete it now instead of within the hour')
    .option('--json', 'JSON on standard output')
    .action(async (flags) =>
      finish(await (await import('./commands/retention.js')).retention(flags, context)),
    );

  program
    .command('mcp')
    .description('run an MCP server on standard input and output, to search, read and ask')
    .option('--data <folder>', 'data folder')
    .action(async (flags) => finish(await (await import('./commands/mcp.js')).mcp(flags)));

  placed(program.command('models'))
    .description(
      'list models and what they are used for; add, test and choose models; download search models',
    )
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
    .option('--api-key <key>', 'API key of the provider; - reads it from standard input')
    .option('--name <name>', 'its name')
    .option('--model <name>', 'which of its models to use')
    .option('--json', 'JSON on standard output')
    .action(async (action: string | undefined, what: string | undefined, flags) =>
      finish(await (await import('./commands/models.js')).models(action, what, flags, context)),
    );

  placed(program.command('doctor'))
    .description('show versions, the data folder, the active model and embedder, and what is missing')
    .option('--json', 'JSON on standard output')
    .option('--free-space', 'delete builds of the embedding runtime that this system cannot run')
    .action(async (flags) => {
      if (flags.freeSpace) finish((await import('./commands/free-space.js')).freeSpace(context));
      else finish(await (await import('./commands/doctor.js')).doctor(flags, context));
    });
}
