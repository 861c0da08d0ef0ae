import { Command, Option } from 'commander';
import type { CommandContext } from './command-context.js';
import { defaultDataFolder } from './connect.js';
import { addOperations } from './program-operations.js';
import { addQuestions } from './program-questions.js';
import { port } from './read-argument.js';

/** The command line of CLI-1. `finish` receives the exit code, so tests need no process. */
export function createProgram(options: {
  version: string;
  context: CommandContext;
  finish: (code: number) => void;
}): Command {
  const { context, finish } = options;
  const program = new Command('ibid')
    .description('Ask your documents, and get answers in which each claim leads back to its source.')
    .version(options.version)
    .showHelpAfterError('(ibid --help lists the commands)')
    .configureOutput({
      writeOut: context.write,
      writeErr: (text) => context.note(text.trimEnd()),
    })
    .exitOverride()
    .addHelpText(
      'after',
      `\nThe data folder is ${defaultDataFolder()} unless --data or IBID_DATA says otherwise.`,
    );

  const placed = (command: Command) =>
    command
      .option('--data <folder>', 'data folder to use')
      .option('--server <url>', 'use this Ibid server instead of a data folder (also IBID_SERVER)')
      .option('--key <key>', 'API key for that server (also IBID_KEY)');

  program
    .command('serve')
    .description('start the web page and the API')
    .option('--data <folder>', 'data folder')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-p, --port <number>', 'port', port, Number(process.env['PORT'] ?? 4646))
    .option('--login', 'for several users: require a login; allows listening on any address')
    .option('--sample', 'add the sample documents to an empty installation')
    .addOption(
      new Option('--log-level <level>', 'what to log, as JSON lines').choices([
        'silent',
        'error',
        'warn',
        'info',
        'debug',
      ]),
    )
    .addOption(
      new Option('--role <role>', 'what this process does').choices(['api', 'worker', 'all']).default('all'),
    )
    .action(async (flags) => finish(await (await import('./commands/serve.js')).serve(flags, context)));

  placed(program.command('ingest'))
    .description('add files or folders to a knowledge base; run again to pick up changes')
    .argument('<path...>', 'files, folders, or - for standard input')
    .option('--name <name>', 'name for standard input, e.g. minutes.md')
    .option('--kb <name>', 'knowledge base; created if it does not exist', 'Documents')
    .option('--watch', 'keep running and pick up changes')
    .option('--verbose', 'list every skipped file, not just the first ten')
    .option('--json', 'one JSON object per path on standard output')
    .action(async (paths, flags) =>
      finish(await (await import('./commands/ingest.js')).ingest(paths, flags, context)),
    );

  placed(program.command('list'))
    .description('list knowledge bases, or the documents in one')
    .argument('[kb]', 'name or id of a knowledge base')
    .option('--json', 'one JSON object per line on standard output')
    .action(async (name: string | undefined, flags) =>
      finish(await (await import('./commands/bases.js')).list(name, flags, context)),
    );

  placed(program.command('delete'))
    .description('delete a knowledge base with everything in it, or some of its documents')
    .argument('<kb>', 'name or id of a knowledge base')
    .argument('[document...]', 'names or ids, as shown by ibid list KB')
    .option('--yes', 'delete; without this, only show what would be deleted')
    .action(async (name: string, documents: string[], flags) =>
      finish(await (await import('./commands/bases.js')).remove(name, documents, flags, context)),
    );

  placed(program.command('jobs'))
    .description('list jobs and their results; cancel or retry one')
    .argument('[action]', 'cancel or retry')
    .argument('[id]', 'id of the job, as shown in the list')
    .option('--json', 'one JSON object per job on standard output')
    .action(async (action: string | undefined, id: string | undefined, flags) =>
      finish(await (await import('./commands/jobs.js')).jobs(action, id, flags, context)),
    );

  placed(program.command('sources'))
    .description('keep knowledge bases in sync with web sites, feeds, mailboxes and other sources')
    .argument('[action]', 'kinds, add, show, change, sync, pause, resume, log or remove')
    .argument('[what]', 'a kind (add), or the name or id of a source')
    .option('--kb <name>', 'knowledge base for a new source; created if it does not exist', 'Documents')
    .option('--set <field=value...>', 'settings of the source; field=- reads the value from standard input')
    .option('--name <name>', 'its name')
    .option('--every <minutes>', 'how often to check for changes, at least 5, or never')
    .addOption(
      new Option(
        '--share <who>',
        'who may see its documents; base: whoever may see the knowledge base',
      ).choices(['base', 'private', 'public']),
    )
    .option('--retry', 'with sync: retry documents that could not be read')
    .option(
      '--delete-missing',
      'with sync: delete documents missing from the source, even if that is most of them',
    )
    .option('--keep', 'with remove: keep the documents')
    .option('--yes', 'remove; without this, only show what would be removed')
    .option('--json', 'one JSON object per line on standard output')
    .addHelpText(
      'after',
      `
ibid sources kinds                                        what there is, with the fields of each
ibid sources add site --set url=https://example.org/docs/ --kb Handbook
ibid sources sync example.org/docs                        look for changes now
`,
    )
    .action(async (action: string | undefined, what: string | undefined, flags) =>
      finish(await (await import('./commands/sources.js')).sources(action, what, flags, context)),
    );

  addQuestions({ program, context, finish, placed });

  program
    .command('move')
    .description('copy everything into another, empty database; stop all servers first')
    .argument('<from>', 'a data folder, "default" for the usual one, or postgres://…')
    .argument('<to>', 'a data folder or postgres://…')
    .action(async (from: string, to: string) =>
      finish(await (await import('./commands/move.js')).move({ from, to }, context)),
    );

  addOperations({ program, context, finish, placed });
  return program;
}
