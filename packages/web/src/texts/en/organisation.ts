import { formatNumber } from '../../lib/format-number.js';

const amount = (name: string, value: number): string => {
  if (name.startsWith('usd')) return `$${value.toFixed(2)}`;
  if (name === 'storageBytes') return `${(value / 1e6).toFixed(1)} MB`;
  return formatNumber(value);
};

/** ORG-1, ORG-3, ORG-5 */
export const organisationTexts = {
  budget: {
    own: 'Your budget',
    ownHint: 'What you may use, and what you have used of it.',
    roles: 'Budgets',
    rolesHint:
      'What everybody of a role may use. A person can have a budget of their own under Users. Empty: no limit. Days and months are those of UTC.',
    role: 'Budget of',
    person: 'Budget',
    personOf: (name: string) => `Budget of ${name}`,
    personHint: 'Empty: as the role has it. “none”: no limit.',
    names: {
      tokensPerDay: 'Tokens per day',
      tokensPerMonth: 'Tokens per month',
      usdPerDay: 'US dollars per day',
      usdPerMonth: 'US dollars per month',
      storageBytes: 'Storage',
      runningJobs: 'Jobs at once',
    },
    fields: {
      tokensPerDay: 'Tokens per day',
      tokensPerMonth: 'Tokens per month',
      usdPerDay: 'US dollars per day',
      usdPerMonth: 'US dollars per month',
      storageBytes: 'Storage in MB',
      runningJobs: 'Jobs waiting or running at once',
    },
    usdHint: 'Counts models whose price is known.',
    used: (name: string, used: number, limit: number) => `${amount(name, used)} of ${amount(name, limit)}`,
    usedAlone: (name: string, used: number) => amount(name, used),
    resets: (time: string) => `resets ${time}`,
    nearly: (what: string, used: string) => `Nearly used up: ${what}, ${used}.`,
    spent: (what: string, used: string) => `Used up: ${what}, ${used}.`,
    none: 'none',
    noNumber: (value: string) => `“${value}” is no number. Enter one, “none” for no limit, or nothing.`,
    deletedUser: 'deleted user',
  },
  factor: {
    title: 'Second factor',
    hint: 'A code from an app on your phone, asked for beside the password.',
    short: 'second factor',
    setUp: 'Set up a second factor',
    remove: 'Remove the second factor',
    removeQuestion: 'From then on the password alone lets you in.',
    isOff: 'Off. The password alone lets you in.',
    isOn: (codes: number) =>
      `On. ${codes === 1 ? 'One recovery code is' : `${codes} recovery codes are`} left.`,
    goOn: 'Continue',
    confirm: 'Confirm',
    scan: 'Scan this with an authenticator app, then enter the code that it shows.',
    picture: 'QR code for the authenticator app',
    byHand: 'Or enter this key in the app:',
    code: 'Code',
    codeHint:
      'From your authenticator app, or a recovery code. If you never set one up, somebody else did, with your password: tell an administrator.',
    setUpCode: 'Set-up code',
    setUpCodeHint: 'From your administrator.',
    recoveryCodes: 'Recovery codes',
    keepCodes:
      'The second factor is on. Keep these recovery codes in a safe place: each lets you in once if you lose your phone. They are not shown again.',
    kept: 'I have kept them',
    required: 'Who needs a second factor',
    requiredRolesHint:
      'People who log in with a password and have no second factor must set one up before they can do anything else. This applies at once, also to people who are logged in now. Log-ins through a provider and API keys are not affected.',
    requiredRoles: { member: 'Members', administrator: 'Administrators' },
    needsCode: 'Setting one up takes a code from an administrator',
    needsCodeHint:
      'So nobody who only knows the password can set it up first. Make the code under Edit of each user.',
    makeCode: 'Make a set-up code',
    madeCode: (until: string) =>
      `Give this to the person, and not together with the password. It works once, until ${until}, and is not shown again.`,
    requiredHint:
      'Your administrator requires one. When you log in, you will also enter a code from an app on your phone.',
    reset: 'Remove the second factor',
    resetHint: 'For somebody who lost phone and recovery codes. The password alone lets them in again.',
  },
  keeping: {
    tab: 'Retention',
    retention: 'How long things are kept',
    retentionHint:
      'What is older is deleted within the hour, with all its bytes; the audit log says how much. Empty: for ever. Documents have a time of their own in each knowledge base, under Retention; the audit log has its own too.',
    days: {
      conversationDays: 'Conversations, in days',
      jobDays: 'The list of jobs, in days',
      usageDays: 'Records of usage, in days',
    },
    daysHints: {
      conversationDays: 'Counted from the last thing that was said. Pinned and shared ones go too.',
      jobDays: 'It has the names of the files that were read.',
      usageDays: 'At least 31: budgets of a month need them.',
    },
    nothingDue: 'With these, nothing would be deleted now.',
    due: (conversations: number, jobs: number, usage: number) =>
      `With these, ${formatNumber(conversations)} ${conversations === 1 ? 'conversation' : 'conversations'}, ${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'} and ${formatNumber(usage)} ${usage === 1 ? 'record' : 'records'} of usage would be deleted within the hour.`,
    baseDays: 'Documents, in days',
    baseDaysHint:
      'Counted from when a document came in. Empty: for ever. Documents of folders that are kept in sync stay as long as their files do.',
    baseDue: (items: number) =>
      `${formatNumber(items)} ${items === 1 ? 'document' : 'documents'} would be deleted within the hour.`,
    backups: 'Backups',
    backupsHint: 'Made by the server itself while it works, read back and compared.',
    everyHours: 'Every so many hours',
    everyHoursHint: '24 for one a day. Empty: never.',
    keep: 'How many are kept',
    backUpNow: 'Back up now',
    backingUp: 'Backing up',
    folder: (folder: string) => `They are written to ${folder} (IBID_BACKUP_FOLDER on the server).`,
    notEncrypted:
      'They are not encrypted, and hold all documents and keys. Set IBID_BACKUP_PASSPHRASE on the server to encrypt them.',
    noBackup: 'No backup was made yet.',
    lastBackup: (time: string, file: string, bytes: number) =>
      `Last backup: ${time}, ${file}, ${(bytes / 1e6).toFixed(1)} MB.`,
    backupFailed: (time: string, problem: string) => `The backup of ${time} failed: ${problem}`,
    theirObjects: 'Their knowledge bases, and what they shared',
    objectFates: {
      leave: 'Leave it; knowledge bases can be handed over later',
      'hand-over': 'Hand everything over to somebody',
      delete: 'Delete everything',
    },
    erased: (name: string) => `${name} was deleted`,
    erasure: { deleted: 'Deleted', handedOver: 'Handed over', left: 'Left, without an owner' },
    kinds: {
      conversations: (count: number) =>
        `${formatNumber(count)} ${count === 1 ? 'conversation' : 'conversations'}`,
      projects: (count: number) => `${formatNumber(count)} ${count === 1 ? 'project' : 'projects'}`,
      agents: (count: number) => `${formatNumber(count)} ${count === 1 ? 'agent' : 'agents'}`,
      knowledgeBases: (count: number) =>
        `${formatNumber(count)} ${count === 1 ? 'knowledge base' : 'knowledge bases'}`,
      files: (count: number) => `${formatNumber(count)} ${count === 1 ? 'file' : 'files'}`,
      responses: (count: number) => `${formatNumber(count)} stored ${count === 1 ? 'response' : 'responses'}`,
      feedback: (count: number) => `feedback on ${formatNumber(count)} ${count === 1 ? 'answer' : 'answers'}`,
      jobs: (count: number) => `${formatNumber(count)} ${count === 1 ? 'job' : 'jobs'} in the list`,
    },
    auditLines: (lines: number) =>
      `${formatNumber(lines)} ${lines === 1 ? 'line' : 'lines'} of the audit log name this person until the log’s own time is over.`,
  },
};
