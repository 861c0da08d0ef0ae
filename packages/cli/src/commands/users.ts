import type { Schemas } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { withoutControls } from '../terminal.js';

type Counts = Partial<Schemas['Erasure']['deleted']>;

interface UsersOptions extends ConnectOptions {
  handOverTo?: string;
  yes?: boolean;
  json?: boolean;
}

/** ORG-1: who needs a second factor, as typed. */
const NEED_FACTOR = {
  nobody: [],
  members: ['member'],
  administrators: ['administrator'],
  everybody: ['member', 'administrator'],
} as const satisfies Record<string, readonly ('member' | 'administrator')[]>;

/**
 * `ibid users`: lists users; sets who needs a second factor, creates set-up codes, removes a lost factor; deletes a
 * user with everything they had, or hands it over (ORG-3).
 */
export async function users(
  action: string | undefined,
  who: string | undefined,
  options: UsersOptions,
  context: CommandContext,
): Promise<number> {
  const required = action === 'require-second-factor' ? NEED_FACTOR[who as keyof typeof NEED_FACTOR] : null;
  const isKnown =
    action === undefined || (['set-up-code', 'reset-second-factor', 'erase'].includes(action) && who);
  if (!isKnown && !required) {
    context.note(
      'ibid users lists them; ibid users set-up-code NAME; ibid users reset-second-factor NAME; ibid users require-second-factor members, administrators, everybody or nobody; ibid users erase NAME --yes [--hand-over-to NAME].',
    );
    return EXIT.usage;
  }
  const connection = await connect(options);
  const { client } = connection;
  try {
    if (required) {
      await client.request('PUT /api/settings', { body: { system: { requireSecondFactor: [...required] } } });
      context.write(
        required.length === 0
          ? 'Nobody is required to have a second factor.\n'
          : `A second factor is now required to log in with a password: ${who}.\n`,
      );
      return EXIT.ok;
    }
    const { rows } = await client.request('GET /api/users', {});
    const named = (name: string) =>
      rows.find((user) => user.id === name || user.name.toLowerCase() === name.toLowerCase());
    if (action === undefined) {
      for (const user of rows)
        context.write(
          options.json
            ? `${JSON.stringify(user)}\n`
            : `${withoutControls(`${user.name}  ${user.role}${user.secondFactor ? ', second factor' : ''}${user.disabled ? ', blocked' : ''}`)}\n`,
        );
      if (rows.length === 0) context.note('There are no users: nobody has logged in here.');
      return EXIT.ok;
    }
    const user = named(who ?? '');
    const heir = options.handOverTo === undefined ? null : named(options.handOverTo);
    if (!user || heir === undefined) {
      context.note(`There is no user "${user ? options.handOverTo : who}". ibid users lists them.`);
      return EXIT.failed;
    }
    if (action === 'set-up-code') {
      const made = await client.request('POST /api/users/{id}/second-factor/code', { path: { id: user.id } });
      if (options.json) context.write(`${JSON.stringify(made)}\n`);
      else {
        context.write(`${made.code}\n`);
        context.note(
          `With this code, ${withoutControls(user.name)} can set up a second factor once, until ${made.expiresAt}. It is not shown again. Do not send it together with the password.`,
        );
      }
      return EXIT.ok;
    }
    if (action === 'reset-second-factor') {
      await client.request('DELETE /api/users/{id}/second-factor', { path: { id: user.id } });
      context.write(`${withoutControls(user.name)} now logs in with the password alone.\n`);
      return EXIT.ok;
    }
    if (!options.yes) {
      context.note(
        `${withoutControls(user.name)} would be erased with all conversations${heir ? '' : ', knowledge bases, projects and agents'}. Add --yes to do it.`,
      );
      return EXIT.usage;
    }
    const report = await client.request('DELETE /api/users/{id}', {
      path: { id: user.id },
      query: heir
        ? { conversations: 'delete-private', objects: 'hand-over', to: heir.id }
        : { conversations: 'delete-all', objects: 'delete' },
    });
    if (options.json) context.write(`${JSON.stringify(report)}\n`);
    else
      context.write(
        `Deleted: ${told(report.deleted)}.\nHanded over: ${told(report.handedOver)}.\nLeft: ${told(report.left)}.\n` +
          `Lines of the audit log that name them: ${report.auditLines}.\n`,
      );
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

function told(counts: Counts): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'nothing';
}
