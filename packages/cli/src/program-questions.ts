import { Option } from 'commander';
import { EXIT } from './command-context.js';
import type { ProgramParts } from './program-operations.js';
import { count, noQuestion, questionAfterNames, tokens, words } from './read-argument.js';

/** Commands for asking: questions, searches, tables, reports, and feedback on answers. */
export function addQuestions({ program, context, finish, placed }: ProgramParts): void {
  const refuse = (command: string) => {
    context.note(noQuestion(command));
    finish(EXIT.usage);
  };
  placed(program.command('ask'))
    .description('ask a question; streams the answer with its sources')
    .argument('[question...]', 'what to ask', words)
    .option('--kb <name...>', 'only these knowledge bases')
    .option('--conversation <id>', 'continue this conversation')
    .option('--agent <id>', 'agent to use')
    .option('--model <id>', 'model to use')
    .option('--json', 'print the whole turn as one JSON object')
    .option('-q, --quiet', 'print only the answer')
    .option('--quotes', 'show the cited passages below each source')
    .option('--repair', 'look for evidence for unsupported claims, and correct or remove them')
    .option('--no-repair', 'leave the answer unchanged')
    .option('--against', 'look for evidence against the answer')
    .option('--no-against', 'do not')
    .action(async (typed: string[] | undefined, flags) => {
      const { question, kb } = questionAfterNames(typed ?? [], flags.kb);
      if (question === '') return refuse('ask');
      finish(await (await import('./commands/ask.js')).ask(question, { ...flags, kb }, context));
    });

  placed(program.command('chat'))
    .description('chat in the terminal')
    .option('--kb <name...>', 'only these knowledge bases')
    .option('--conversation <id>', 'continue this conversation')
    .option('--agent <id>', 'agent to use')
    .option('--model <id>', 'model to use')
    .action(async (flags) => finish(await (await import('./commands/chat.js')).chat(flags, context)));

  placed(program.command('search'))
    .description('search for passages, without an answer')
    .argument('[query...]', 'words or a question', words)
    .addOption(
      new Option('--mode <mode>', 'how to search')
        .choices(['hybrid', 'keyword', 'semantic'])
        .default('hybrid'),
    )
    .option('--top <number>', 'how many', count, 8)
    .option('--kb <name...>', 'only these knowledge bases')
    .option('--exact', 'search for words exactly as typed, even if no document has them')
    .option('--after <date>', 'only documents dated after a day, month or year, e.g. 2024-05')
    .option('--before <date>', 'only documents dated before a day, month or year')
    .option(
      '--where <condition...>',
      'only documents whose metadata fits, e.g. "year>=2024" or team=finance,sales',
    )
    .option('--newer', 'prefer newer documents among equally good ones')
    .option('--json', 'JSON on standard output')
    .action(async (typed: string[] | undefined, flags) => {
      const { question, kb } = questionAfterNames(typed ?? [], flags.kb);
      if (question === '') return refuse('search');
      finish(await (await import('./commands/search.js')).search(question, { ...flags, kb }, context));
    });

  placed(program.command('cited'))
    .description('show what a conversation cites and what has changed since')
    .argument('<conversation>', 'id of the conversation, as shown by ibid ask')
    .argument('[number]', 'only the source with this number', count)
    .option('--diff', 'show what changed, line by line')
    .option('--json', 'one JSON object per cited passage on standard output')
    .action(async (conversation: string, number: number | undefined, flags) =>
      finish(await (await import('./commands/cited.js')).cited(conversation, number, flags, context)),
    );

  placed(program.command('table'))
    .description('evidence tables: ask many documents the same questions; each cell has its quote')
    .argument('[action]', 'new, add, run, show, export or delete (default: list the tables)')
    .argument('[name]', 'name or id of the table')
    .option('--kb <name...>', 'use the documents of these knowledge bases')
    .option('--folder <path>', 'only documents in this folder of the knowledge base')
    .option('--search <words>', 'only the 50 documents that match these words best')
    .option('--column <column...>', 'a question, as "Name [kind]: question"')
    .addOption(new Option('--format <format>', 'format of an export').choices(['xlsx', 'csv', 'md']))
    .option('-o, --output <file>', 'write the export to this file')
    .option('--yes', 'delete; without this, only show what would be deleted')
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
    .description('find passages of different documents that disagree')
    .argument('[topic...]', 'only what a search for this finds (default: all documents)', words)
    .option('--kb <name...>', 'only these knowledge bases, or documents of them: KB/ITEM')
    .option('--all', 'include pairs that may not be contradictions')
    .option('--json', 'JSON on standard output')
    .action(async (topic: string[] | undefined, flags) =>
      finish(
        await (
          await import('./commands/contradictions.js')
        ).contradictions((topic ?? []).join(' '), flags, context),
      ),
    );

  placed(program.command('report'))
    .description('write a report on a question that needs many searches, with every claim checked')
    .argument('[question...]', 'the question the report should answer', words)
    .option('--kb <name...>', 'only these knowledge bases, or documents of them: KB/ITEM')
    .option('--part <question...>', 'cover these questions instead of the proposed plan')
    .option('--plan', 'only show the plan')
    .option('--resume <id>', 'write a planned report, or continue one that was stopped')
    .option('--model <id>', 'model to use')
    .option('--steps <number>', 'maximum number of model calls', count)
    .option('--tokens <number>', 'maximum number of tokens', tokens)
    .option('-o, --output <file>', 'write it to this file with its evidence: .md, .html, .docx or .bib')
    .option('--json', 'JSON on standard output')
    .action(async (typed: string[] | undefined, flags) => {
      const { question, kb } = questionAfterNames(typed ?? [], flags.kb);
      finish(await (await import('./commands/report.js')).report(question, { ...flags, kb }, context));
    });

  placed(program.command('export'))
    .description('list what a conversation stored, or get one item: a handle such as ref:plan, or a file')
    .argument('<conversation>', 'id of the conversation, as shown by ibid ask --json')
    .argument('[what]', 'ref:name, ref:name@1, fd:3, or a path in the workspace')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--json', 'the list as JSON')
    .action(async (conversation: string, what: string | undefined, flags) =>
      finish(await (await import('./commands/export.js')).exportStored(conversation, what, flags, context)),
    );

  placed(program.command('feedback'))
    .description('list, export or delete your feedback on answers and citations')
    .argument('[action]', 'list, export (one JSON object per line) or delete', 'list')
    .argument('[id]', 'id of the feedback to delete, as shown in the list')
    .option('--shared', 'feedback that others share with administrators, instead of your own')
    .option('--limit <number>', 'how many to list', count, 50)
    .option('-o, --output <file>', 'write the export to this file')
    .option('--all', 'delete all of your own feedback')
    .option('--yes', 'delete; without this, only show what would be deleted')
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
      'measure search, citations, labelled claims, agentic retrieval or reports on evaluation data, or replay your feedback',
    )
    .argument(
      '<what...>',
      'a folder; search, citations, support, agentic or reports and a folder; feedback; compare and two saved runs',
    )
    .option('--only <name>', 'only data sets whose name contains this')
    .option('--output <folder>', 'save the results of every query, to compare later')
    .option('--database <url>', 'measure on this PostgreSQL server, in temporary databases')
    .option('--embedder <folder>', 'search with the model in this folder instead of the built-in one')
    .option('--mistyped', 'search with a typo in every question')
    .option('--ask', 'feedback: also ask the model each question again, after showing what it cost last time')
    .option('--yes', 'feedback: ask again without confirming first')
    .option('--json', 'JSON on standard output')
    .action(async (words: string[], flags) =>
      finish(await (await import('./commands/evaluate.js')).evaluate(words, flags, context)),
    );
}
