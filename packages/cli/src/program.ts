import { Command, Option } from 'commander';
import type { CommandContext } from './command-context.js';
import { defaultDataFolder } from './connect.js';
import { addOperations } from './program-operations.js';
import { port, words, tokens, count } from './read-argument.js';

/** The command line of CLI-1. `finish` gets the exit code, so that tests need no process. */
export function createProgram(options: {
  version: string;
  context: CommandContext;
  finish: (code: number) => void;
}): Command {
  const { context, finish } = options;
  const program = new Command('ibid')
    .description('Ask your documents: answers whose every claim leads back to its source.')
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
      .option('--data <folder>', 'data folder to work on')
      .option('--server <url>', 'use this Ibid server instead of a data folder (also IBID_SERVER)')
      .option('--key <key>', 'API key for that server (also IBID_KEY)');

  program
    .command('serve')
    .description('start the page and the API')
    .option('--data <folder>', 'data folder')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-p, --port <number>', 'port', port, Number(process.env['PORT'] ?? 4646))
    .option('--login', 'several users: asks for a login, may listen on any address')
    .option('--sample', 'put the sample documents into an empty installation')
    .addOption(
      new Option('--log-level <level>', 'what is logged, as JSON lines').choices([
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
    .description('read files or folders into a knowledge base; again for what changed')
    .argument('<path...>', 'files, folders, or - for standard input')
    .option('--name <name>', 'what to call standard input, e.g. minutes.md')
    .option('--kb <name>', 'knowledge base, made if it is not there', 'Documents')
    .option('--watch', 'go on, and take in what changes')
    .option('--verbose', 'name every file that was skipped, not just the first ten')
    .option('--json', 'one JSON object per path on standard output')
    .action(async (paths, flags) =>
      finish(await (await import('./commands/ingest.js')).ingest(paths, flags, context)),
    );

  placed(program.command('list'))
    .description('list the knowledge bases, or the documents of one')
    .argument('[kb]', 'name or id of a knowledge base')
    .option('--json', 'one JSON object per line on standard output')
    .action(async (name: string | undefined, flags) =>
      finish(await (await import('./commands/bases.js')).list(name, flags, context)),
    );

  placed(program.command('delete'))
    .description('delete a knowledge base with all it holds, or documents of it')
    .argument('<kb>', 'name or id of a knowledge base')
    .argument('[document...]', 'names or ids, as ibid list KB tells them')
    .option('--yes', 'do it; without this it only says what would be deleted')
    .action(async (name: string, documents: string[], flags) =>
      finish(await (await import('./commands/bases.js')).remove(name, documents, flags, context)),
    );

  placed(program.command('jobs'))
    .description('list what is being read and what became of it; cancel one, or do it again')
    .argument('[action]', 'cancel or retry')
    .argument('[id]', 'of the job, as the list tells it')
    .option('--json', 'one JSON object per job on standard output')
    .action(async (action: string | undefined, id: string | undefined, flags) =>
      finish(await (await import('./commands/jobs.js')).jobs(action, id, flags, context)),
    );

  placed(program.command('sources'))
    .description('web sites, feeds, mailboxes and other sources that knowledge bases are kept in sync with')
    .argument('[action]', 'kinds, add, show, change, sync, pause, resume, log or remove')
    .argument('[what]', 'a kind (add), or the name or id of a source')
    .option('--kb <name>', 'knowledge base of a source to add, made if it is not there', 'Documents')
    .option('--set <field=value...>', 'settings of the source; field=- reads the value from standard input')
    .option('--name <name>', 'what to call it')
    .option('--every <minutes>', 'how often to look for changes, or never; at least 5')
    .addOption(
      new Option('--share <who>', 'who may see what comes from it: who may see the knowledge base').choices([
        'base',
        'private',
        'public',
      ]),
    )
    .option('--retry', 'with sync: try documents again that could not be read')
    .option('--delete-missing', 'with sync: delete what is missing there, even if it is most of the source')
    .option('--keep', 'keep the documents when the source is removed')
    .option('--yes', 'remove, instead of only saying what would be removed')
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

  placed(program.command('ask'))
    .description('ask one question; the answer is streamed with its sources')
    .argument('<question...>', 'what to ask', words)
    .option('--kb <name...>', 'only these knowledge bases')
    .option('--conversation <id>', 'go on in this conversation')
    .option('--agent <id>', 'agent to use')
    .option('--model <id>', 'model to use')
    .option('--json', 'the whole turn as one JSON object')
    .option('-q, --quiet', 'the answer only')
    .option('--quotes', 'the cited passages below each source')
    .option('--repair', 'look for evidence for what is not borne out, correct it or take it out')
    .option('--no-repair', 'leave the answer as it was given')
    .option('--against', 'look for what speaks against the answer')
    .option('--no-against', 'do not')
    .action(async (question, flags) =>
      finish(await (await import('./commands/ask.js')).ask(question.join(' '), flags, context)),
    );

  placed(program.command('chat'))
    .description('a conversation in the terminal')
    .option('--kb <name...>', 'only these knowledge bases')
    .option('--conversation <id>', 'go on in this conversation')
    .option('--agent <id>', 'agent to use')
    .option('--model <id>', 'model to use')
    .action(async (flags) => finish(await (await import('./commands/chat.js')).chat(flags, context)));

  placed(program.command('search'))
    .description('search without asking')
    .argument('<query...>', 'what to look for', words)
    .addOption(
      new Option('--mode <mode>', 'how to search')
        .choices(['hybrid', 'keyword', 'semantic'])
        .default('hybrid'),
    )
    .option('--top <number>', 'how many', count, 8)
    .option('--kb <name...>', 'only these knowledge bases')
    .option('--exact', 'search words as typed, also those that no document has')
    .option('--after <date>', 'only documents dated after a day, month or year, e.g. 2024-05')
    .option('--before <date>', 'only documents dated before it')
    .option(
      '--where <condition...>',
      'only documents whose metadata fits, e.g. "year>=2024" or team=finance,sales',
    )
    .option('--newer', 'newer documents first among those that fit about as well')
    .option('--json', 'JSON on standard output')
    .action(async (query, flags) =>
      finish(await (await import('./commands/search.js')).search(query.join(' '), flags, context)),
    );

  placed(program.command('cited'))
    .description('what a conversation cites, whether it has changed since, and what changed')
    .argument('<conversation>', 'its id, as ibid ask tells it')
    .argument('[number]', 'only the source with this number', count)
    .option('--diff', 'show what changed, line by line')
    .option('--json', 'one JSON object per cited passage on standard output')
    .action(async (conversation: string, number: number | undefined, flags) =>
      finish(await (await import('./commands/cited.js')).cited(conversation, number, flags, context)),
    );

  placed(program.command('table'))
    .description('evidence tables: the same questions asked of many documents, each cell with its quote')
    .argument('[action]', 'new, add, run, show, export or delete; without one they are listed')
    .argument('[name]', 'of the table, or its id')
    .option('--kb <name...>', 'documents of these knowledge bases')
    .option('--folder <path>', 'only those below this folder of the knowledge base')
    .option('--search <words>', 'only the 50 documents that fit these words best')
    .option('--column <column...>', 'a question, as "Name [kind]: question"')
    .addOption(new Option('--format <format>', 'of an export').choices(['xlsx', 'csv', 'md']))
    .option('-o, --output <file>', 'write the export there')
    .option('--yes', 'delete, instead of only saying what would be deleted')
    .option('--json', 'one JSON object per table or row on standard output')
    .addHelpText(
      'after',
      `
Kinds: words unless you say [number], [number m], [date], [yes-no] or [choice low/medium/high].

  ibid table new Harbours --kb Documents \\
    --column "Depth [number m]: How deep is the basin?" "Opened [date]: When was it opened?"
  ibid table export Harbours -o harbours.xlsx`,
    )
    .action(async (action: string | undefined, name: string | undefined, flags) =>
      finish(await (await import('./commands/table.js')).table(action, name, flags, context)),
    );

  placed(program.command('contradictions'))
    .description('passages of different documents that disagree, side by side')
    .argument('[topic...]', 'only what a search for this finds; all documents without it', words)
    .option('--kb <name...>', 'only these knowledge bases, or documents of them: KB/ITEM')
    .option('--all', 'also what may be no contradiction')
    .option('--json', 'JSON on standard output')
    .action(async (topic: string[] | undefined, flags) =>
      finish(
        await (
          await import('./commands/contradictions.js')
        ).contradictions((topic ?? []).join(' '), flags, context),
      ),
    );

  placed(program.command('report'))
    .description('a report on a question that needs many searches: planned, looked up, every claim checked')
    .argument('[question...]', 'what it should answer', words)
    .option('--kb <name...>', 'only these knowledge bases, or documents of them: KB/ITEM')
    .option('--part <question...>', 'look up these parts, in place of the plan that is proposed')
    .option('--plan', 'show the plan, and write nothing yet')
    .option('--resume <id>', 'write a report that was planned, or go on with one that was stopped')
    .option('--model <id>', 'model to use')
    .option('--steps <number>', 'model calls at most', count)
    .option('--tokens <number>', 'tokens at most', tokens)
    .option('-o, --output <file>', 'write it there with its proof: .md, .html, .docx or .bib')
    .option('--json', 'JSON on standard output')
    .action(async (question: string[] | undefined, flags) =>
      finish(await (await import('./commands/report.js')).report((question ?? []).join(' '), flags, context)),
    );

  placed(program.command('export'))
    .description('list what a conversation stored, or get one of it: a handle such as ref:plan, or a file')
    .argument('<conversation>', 'its id, as ibid ask --json tells it')
    .argument('[what]', 'ref:name, ref:name@1, fd:3, or a path in the workspace')
    .option('-o, --output <file>', 'write it there instead of standard output')
    .option('--json', 'the list as JSON')
    .action(async (conversation: string, what: string | undefined, flags) =>
      finish(await (await import('./commands/export.js')).exportStored(conversation, what, flags, context)),
    );

  placed(program.command('feedback'))
    .description('your feedback on answers and the passages they cite')
    .argument('[action]', 'list, export (one JSON object per line) or delete', 'list')
    .argument('[id]', 'feedback to delete, by its id in the list')
    .option('--shared', 'what others share with administrators, instead of your own')
    .option('--limit <number>', 'how many are listed', count, 50)
    .option('-o, --output <file>', 'write the export there')
    .option('--all', 'delete all of your own')
    .option('--yes', 'delete, instead of only saying what would be deleted')
    .option('--json', 'one JSON object per line on standard output')
    .addHelpText(
      'after',
      '\nibid eval feedback asks and checks again what you judged, and says what got better or worse.',
    )
    .action(async (action: string, id: string | undefined, flags) =>
      finish(await (await import('./commands/feedback.js')).feedback(action, id, flags, context)),
    );

  placed(program.command('eval'))
    .description(
      'measure search, citations, claims with a label, agentic retrieval or reports on evaluation data, or replay your feedback',
    )
    .argument(
      '<what...>',
      'a folder; search, citations, support, agentic or reports and a folder; feedback; compare and two saved runs',
    )
    .option('--only <name>', 'only data sets whose name contains this')
    .option('--output <folder>', 'save the results of every query, to be compared later')
    .option('--database <url>', 'measure on this PostgreSQL, in databases made for it and dropped again')
    .option('--embedder <folder>', 'search with the model in this folder instead of the built-in one')
    .option('--mistyped', 'search with one letter of every question wrong')
    .option('--ask', 'feedback: also ask the model each question again, after showing what it cost last time')
    .option('--yes', 'feedback: ask again without confirming first')
    .option('--json', 'JSON on standard output')
    .action(async (words: string[], flags) =>
      finish(await (await import('./commands/evaluate.js')).evaluate(words, flags, context)),
    );

  program
    .command('move')
    .description('copy everything from one database into another, empty one; stop the servers first')
    .argument('<from>', 'a data folder, "default" for the usual one, or postgres://…')
    .argument('<to>', 'a data folder or postgres://…')
    .action(async (from: string, to: string) =>
      finish(await (await import('./commands/move.js')).move({ from, to }, context)),
    );

  addOperations({ program, context, finish, placed });
  return program;
}
